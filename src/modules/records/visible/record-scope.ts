import type { Language } from '#engine/odsql/scope.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { itemJson, valueJsonSql } from '#engine/odsql/sql/value-sql.ts';
import { onceFor } from '#kernel/once-for.ts';
import { odsql, sql, sqlAnd, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { wordsSuffix } from '#platform/columns/column-engine.ts';
import { fileJson } from '../files/file-json.ts';
import type { RecordField } from '../record-field.ts';

/** How a query reads times, and in which language it names days and months. */
export interface ScopeOptions {
  readonly timezone: string;
  readonly language: Language;
  /** The instant that `now()` returns. */
  readonly now: Date;
}

/** The alias of a generation's table in every query. */
const t = sqlText('t');

/** The order of publication. */
const position = sqlText('t._position');

/** The dataset and the fields that a query of a caller reads. */
export interface ScopeSource {
  readonly datasetId: string;
  /** The visible fields, in order. */
  readonly fields: readonly RecordField[];
  /** All fields, hidden ones included. */
  readonly allFields: readonly RecordField[];
  /** The address of the files of the records, without an identifier; without it, rows have no links to them. */
  readonly filesUrl?: string;
  /** The words of the table (`wordsOf`). Without them, searches read the fields. */
  readonly words?: Sql | undefined;
}

/** The fields of a generation that a query may name, and the technical fields of the Explore API. */
export function sqlRecordScope(source: ScopeSource, { timezone, language, now }: ScopeOptions): SqlScope {
  const { fields, byName } = fieldsInScope(source);
  const { words, allFields } = source;
  return {
    fields,
    find: (name) => byName.get(name),
    timezone,
    language,
    now,
    position,
    hasJsonObject: true,
    words: { isRanked: true, index: words && wordsIndex(words, allFields) },
  };
}

/** What of a scope depends on its source alone. */
interface FieldsInScope {
  readonly source: ScopeSource;
  readonly fields: readonly SqlField[];
  readonly byName: ReadonlyMap<string, SqlField>;
}

/** What the last scope with these fields had. */
const lastInScope = new WeakMap<readonly RecordField[], FieldsInScope>();

/** The fields of a scope, made once for all requests that see the same fields of a dataset: the texts of one generation have the same lists. */
function fieldsInScope(source: ScopeSource): FieldsInScope {
  const last = lastInScope.get(source.fields);
  if (last?.source.datasetId === source.datasetId && last.source.filesUrl === source.filesUrl) return last;
  const made = makeFieldsInScope(source);
  lastInScope.set(source.fields, made);
  return made;
}

function makeFieldsInScope(source: ScopeSource): FieldsInScope {
  const { datasetId, fields, allFields, filesUrl } = source;
  const visible = fields.map((field) => sqlFieldOf(field, filesUrl));
  const names = new Set(fields.map(({ name }) => name));
  const size = allFields.every(({ name }) => names.has(name)) ? sizeField : { value: sizeOf(visible) };
  const byName = new Map([...technicalFields(datasetId, size), ...visible].map((field) => [field.name, field]));
  return { source, fields: visible, byName };
}

/** Finds the records with a word by the words of their table. */
function wordsIndex(words: Sql, allFields: readonly RecordField[]): NonNullable<SqlScope['words']>['index'] {
  return (isFound, fields) => {
    const textCount = allFields.filter(({ type }) => type === 'text').length;
    const columns = [...new Set(fields.map(({ column }) => `${column}${wordsSuffix}`))];
    const isInFields =
      columns.length < textCount
        ? sql`w.field in (${sqlJoin(
            columns.map((column) => sql`${column}::text`),
            ', ',
          )})`
        : undefined;
    return sql`${position} in (select w.position from ${words} w where ${sqlAnd(isFound(sqlText('w.word')), isInFields)})`;
  };
}

/** The identifier of a record, which no field of a dataset replaces. */
export const recordIdField = Object.freeze({
  name: '_id',
  type: 'text',
  isMultivalued: false,
  value: sqlText('lower(hex(t._id))'),
  column: '_id',
  bytes: sqlText('t._id'),
} satisfies SqlField);

/** The position of a record in the order of publication, which no query names. */
export const positionField = Object.freeze({
  name: '_position',
  type: 'int',
  isMultivalued: false,
  value: position,
  column: '_position',
} satisfies SqlField);

/** The size of a record with all its fields. */
const sizeField = { value: sqlText('t._size'), column: '_size' };

/** The bytes of the values of fields, as texts: the size of a record for a caller who does not see all its fields. */
const sizeOf = (fields: readonly SqlField[]): Sql =>
  sql`(${sqlJoin([sqlText('0::bigint'), ...fields.map(({ value }) => sql`coalesce(strlen((${value})::text), 0)`)], ' + ')})`;

/** The columns of stored records with the JSON that a row has of them in UTC, those of hidden fields included. */
export const storedColumns = onceFor(
  (fields: readonly RecordField[]): readonly { readonly name: string; readonly json: Sql }[] => [
    { name: '_id', json: valueJsonSql('text', recordIdField.value, 'UTC') },
    { name: '_timestamp', json: valueJsonSql('datetime', sqlText('t._timestamp'), 'UTC') },
    { name: '_size', json: valueJsonSql('int', sizeField.value, 'UTC') },
    ...fields.map((field) => ({ name: field.column, json: storedJson(sqlFieldOf(field, undefined)) })),
  ],
);

/** Files are not read from memory, and dates are whole there. */
function storedJson(field: SqlField): Sql {
  if (field.type === 'file') return sqlText(`'null'`);
  const { type, isMultivalued, value } = field;
  return isMultivalued ? itemJson({ kind: 'field', type, field }, value, 'UTC') : valueJsonSql(type, value, 'UTC');
}

/** The technical fields. A field of the dataset with the same name replaces a technical field. */
function technicalFields(datasetId: string, sized: Pick<SqlField, 'value' | 'column'>): readonly SqlField[] {
  const madeAt = { value: sqlText('t._timestamp'), column: '_timestamp' };
  const timestamp = { type: 'datetime', isMultivalued: false, ...madeAt } as const;
  const size = { type: 'int', isMultivalued: false, ...sized } as const;
  return [
    recordIdField,
    { ...recordIdField, name: 'recordid' },
    { name: '_timestamp', ...timestamp },
    { name: 'record_timestamp', ...timestamp },
    { name: '_size', ...size },
    { name: 'record_size', ...size },
    { name: 'datasetid', type: 'text', isMultivalued: false, value: sql`${datasetId}::text` },
  ];
}

/** The SQL of a field that does not depend on the address of the service, as that of a file does. */
const sharedSqlField = onceFor((field: RecordField): SqlField => Object.freeze(makeSqlField(field, undefined)));

const sqlFieldOf = (field: RecordField, filesUrl: string | undefined): SqlField =>
  field.type === 'file' ? makeSqlField(field, filesUrl) : sharedSqlField(field);

function makeSqlField(field: RecordField, filesUrl: string | undefined): SqlField {
  const { name, type, isMultivalued, column: own } = field;
  const column = (suffix = ''): Sql => sqlText(`t.${own}${suffix}`);
  const common = { name, type, isMultivalued, value: column(), column: own };
  switch (type) {
    case 'text':
      return { ...common, words: column(wordsSuffix) };
    case 'date':
      return { ...common, ...precisionOf(field) };
    case 'geo_point_2d': {
      const [lon, lat] = [column('_lon'), column('_lat')];
      return { ...common, value: sql`${odsql}point_json(${lon}, ${lat})`, lon, lat };
    }
    case 'geo_shape': {
      const [west, south, east, north] = [column('_west'), column('_south'), column('_east'), column('_north')];
      return { ...common, box: { west, south, east, north } };
    }
    case 'file':
      return filesUrl === undefined
        ? common
        : { ...common, json: fileJson(column(), column('_is_stored'), sql`${t}._timestamp`, filesUrl) };
    case 'int':
    case 'double':
    case 'datetime':
      return common;
  }
}

function precisionOf({ annotations }: RecordField): Pick<SqlField, 'precision'> {
  const precision = annotations.find(({ name }) => name === 'timeserie_precision')?.args[0];
  return precision === 'month' || precision === 'year' ? { precision } : {};
}
