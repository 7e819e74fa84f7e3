import type { Language } from '../../../engine/odsql/scope.ts';
import type { SqlField, SqlScope } from '../../../engine/odsql/sql/scope.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { fileJson, type FileLinks } from '../files/file-json.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordIdentity } from '../table/record-identity.ts';

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
const position = sql`${t}._position`;

/** The dataset and the fields that a query of a caller reads. */
export interface ScopeSource {
  readonly datasetId: string;
  /** The visible fields, in order. */
  readonly fields: readonly RecordField[];
  /** All fields, hidden ones included. */
  readonly allFields: readonly RecordField[];
  /** The identifier of a record. */
  readonly recordId: RecordIdField;
  /** Whether the column `_words` has the words of all text fields of each record. */
  readonly hasWords: boolean;
  /** Where rows link to the files of the records; without it, rows have no links to them. */
  readonly files?: FileLinks;
}

/** The fields of a generation that a query may name, and the technical fields of the Explore API. */
export function recordScope(
  { datasetId, fields, allFields, recordId, hasWords, files }: ScopeSource,
  { timezone, language, now }: ScopeOptions,
): SqlScope {
  const visible = fields.map((field) => sqlFieldOf(field, files));
  const names = new Set(fields.map(({ name }) => name));
  const size = allFields.every(({ name }) => names.has(name)) ? sql`${t}._size::bigint` : sizeOf(visible);
  const technical = technicalFields(datasetId, recordId, size);
  const byName = new Map([...technical, ...visible].map((field) => [field.name, field]));
  const isExact = allFields.every(({ name, type }) => type !== 'text' || names.has(name));
  const words = hasWords && { words: { vector: sql`${t}._words`, isExact, isRanked: true } };
  return { fields: visible, find: (name) => byName.get(name), timezone, language, now, position, ...words };
}

/** The identifier of a record, which no field of a dataset replaces. */
export type RecordIdField = SqlField & Required<Pick<SqlField, 'bytes'>>;

/** The field of an identifier, a bytea. */
export const recordIdField = (bytes: Sql = storedId): RecordIdField => ({
  name: '_id',
  type: 'text',
  isMultivalued: false,
  value: sql`encode(${bytes}, 'hex')`,
  bytes,
});

const storedId = sql`${t}._id`;

/**
 * The identifier of a record of a generation, some of whose stored identifiers are unkeyed. The statement itself reads how many are keyed,
 * because a job keys the others.
 */
export const mixedRecordIdField = (generation: string, identity: RecordIdentity): RecordIdField =>
  recordIdField(sql`(case when ${position} < (select g.keyed_count from generation g where g.id = ${generation}::bigint) then ${storedId}
    else ${identity.keyedSql(storedId)} end)`);

/** The bytes of the values of fields, as texts: the size of a record for a caller who does not see all its fields. */
const sizeOf = (fields: readonly SqlField[]): Sql =>
  sql`(${sqlJoin([sqlText('0::bigint'), ...fields.map(({ value }) => sql`coalesce(octet_length((${value})::text), 0)`)], ' + ')})`;

/** The technical fields. A field of the dataset with the same name replaces a technical field. */
function technicalFields(datasetId: string, { name: _name, ...id }: SqlField, sizeSql: Sql): readonly SqlField[] {
  const timestamp = { type: 'datetime', isMultivalued: false, value: sql`${t}._timestamp` } as const;
  const size = { type: 'int', isMultivalued: false, value: sizeSql } as const;
  return [
    { name: '_id', ...id },
    { name: 'recordid', ...id },
    { name: '_timestamp', ...timestamp },
    { name: 'record_timestamp', ...timestamp },
    { name: '_size', ...size },
    { name: 'record_size', ...size },
    { name: 'datasetid', type: 'text', isMultivalued: false, value: sql`${datasetId}::text` },
  ];
}

function sqlFieldOf(
  { name, type, isMultivalued, column, annotations }: RecordField,
  files: FileLinks | undefined,
): SqlField {
  const value = column === null ? valueInRest(name, type, isMultivalued) : sql`${t}.${sqlText(column)}`;
  const precision = annotations.find((annotation) => annotation.name === 'timeserie_precision')?.args[0];
  return {
    name,
    type,
    isMultivalued,
    value,
    ...(type === 'file' && files && { json: fileJson(value, sql`${t}._timestamp`, files) }),
    ...(type === 'geo_shape' && column !== null && { box: sql`${t}.${sqlText(`${column}_box`)}` }),
    ...((precision === 'month' || precision === 'year') && { precision }),
  };
}

/** The value of a field that has no column, in the form that a column would hold. */
function valueInRest(name: string, type: RecordField['type'], isMultivalued: boolean): Sql {
  const json = sql`(${t}.rest -> ${name}::text)`;
  const text = sql`(${t}.rest ->> ${name}::text)`;
  switch (type) {
    case 'text':
      return isMultivalued
        ? sql`(select array_agg(each.value order by each.ordinality) from jsonb_array_elements_text(${json}) with ordinality each)`
        : sql`(${text} collate "C")`;
    case 'int':
      return sql`(${text}::bigint)`;
    case 'double':
      return sql`(${text}::double precision)`;
    case 'date':
      return sql`(${text}::date)`;
    case 'datetime':
      return sql`(${text}::timestamptz)`;
    case 'geo_point_2d':
      return sql`(point((${json} ->> 'lon')::double precision, (${json} ->> 'lat')::double precision))`;
    case 'geo_shape':
    case 'file':
      return json;
  }
}
