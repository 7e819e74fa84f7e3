import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { RecordField } from '../record-field.ts';
import { recordsSchema, tableName, tableOf } from './generation-table.ts';
import type { RecordIdentity } from './record-identity.ts';

/**
 * The minimum size of a table with indexes. Smaller tables are read as fast without indexes; most datasets are small, and
 * each index is a file.
 */
export const minIndexedRecords = 5_000;
/** The maximum length of an indexed text, in bytes: PostgreSQL does not index longer texts. */
export const maxIndexedBytes = 2_000;
/** The maximum number of indexes of a table. An index of a million records adds about a second to the publication, and takes space. */
const maxIndexes = 16;

/** Creates the index that readers page by. */
export const createPositionIndex = (generation: number): Sql =>
  sql`create unique index if not exists ${indexName(generation, 'position')} on ${tableOf(generation)} (_position)`;

/** Creates the index of identifiers; fails while there are records with equal values. */
export const createIdIndex = (generation: number): Sql =>
  sql`create unique index if not exists ${indexName(generation, 'id')} on ${tableOf(generation)} (_id)`;

/** Gives all records with equal identifying values, which were loaded with the identifier of the first, identifiers of their own. */
export const numberRepeatedRecords = (generation: number, identity: RecordIdentity): Sql => sql`
  update ${tableOf(generation)} t set _id = ${identity.repeatedSql(sqlText('t._id'), sqlText('int4send((equal.n - 1)::int)'))}
  from (select _position, row_number() over (partition by _id order by _position) n from ${tableOf(generation)}) equal
  where equal._position = t._position and equal.n > 1`;

/**
 * The indexes of a table that clients filter and sort by, the most useful first: facets, sortable fields and fields that identify,
 * dates, and places; and files, which are downloaded by their checksum.
 */
export function indexesOf(generation: number, fields: readonly RecordField[], facets: readonly string[]): Sql[] {
  const names = new Set(facets);
  const indexedFields = fields.filter(
    ({ name, type, annotations }) =>
      names.has(name) ||
      isPlaceOrTime(type) ||
      type === 'file' ||
      annotations.some((annotation) => indexedAnnotations.has(annotation.name)),
  );
  const facetsFirst = indexedFields.toSorted(
    (one, other) => Number(names.has(other.name)) - Number(names.has(one.name)),
  );
  return facetsFirst.flatMap((field) => fieldIndex(generation, field) ?? []).slice(0, maxIndexes);
}

/** Drops an index, if it exists. */
export const dropIndex = (generation: number, suffix: string): Sql =>
  sql`drop index if exists ${sqlText(recordsSchema)}.${indexName(generation, suffix)}`;

/** Creates the index of words. */
export const createWordsIndex = (generation: number): Sql =>
  sql`create index if not exists ${indexName(generation, 'words')} on ${tableOf(generation)} using gin (_words) with (fastupdate = off)`;

/**
 * Leaves words out of the statistics. These statistics take long to collect. With the statistics, PostgreSQL would assume
 * that two frequent words often occur together, and would scan the whole table in its order for the first records that have
 * both.
 */
export const disableWordStatistics = (generation: number): Sql =>
  sql`alter table ${tableOf(generation)} alter column _words set statistics 0`;

const indexedAnnotations: ReadonlySet<string> = new Set(['id', 'sortable']);

const isPlaceOrTime = (type: RecordField['type']): boolean =>
  type === 'date' || type === 'datetime' || type === 'geo_point_2d' || type === 'geo_shape';

/** Creates the index of a field; undefined where no index helps. */
function fieldIndex(generation: number, field: RecordField): Sql | undefined {
  const definition = definitionOf(field);
  return (
    definition &&
    sql`create index if not exists ${indexName(generation, String(field.column))} on ${tableOf(generation)} ${definition}`
  );
}

/** The method and the column of an index. */
function definitionOf({ column, type, isMultivalued }: RecordField): Sql | undefined {
  if (column === null) return undefined;
  if (type === 'file') return sqlText(`((${column} ->> 'sha256'))`);
  if (type === 'geo_point_2d') return sqlText(`using gist (${column})`);
  if (type === 'geo_shape') return sqlText(`using gist (${column}_box)`);
  return sqlText(isMultivalued ? `using gin (${column})` : `(${column})`);
}

const indexName = (generation: number, suffix: string): Sql => sqlText(`${tableName(generation)}_${suffix}`);
