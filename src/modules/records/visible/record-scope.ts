import type { Language } from '../../../engine/odsql/scope.ts';
import type { SqlField, SqlScope } from '../../../engine/odsql/sql/scope.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { fileJson, type FileLinks } from '../files/file-json.ts';
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
const position = sql`${t}._position`;

/** The dataset and the fields that a query of a caller reads. */
export interface ScopeSource {
  readonly datasetId: string;
  /** The visible fields, in order. */
  readonly fields: readonly RecordField[];
  /** All fields, hidden ones included. */
  readonly allFields: readonly RecordField[];
  /** Whether the column `_words` has the words of all text fields of each record. */
  readonly hasWords: boolean;
  /** Where rows link to the files of the records; without it, rows have no links to them. */
  readonly files?: FileLinks;
}

/** The fields of a generation that a query may name, and the technical fields of the Explore API. */
export function recordScope(
  { datasetId, fields, allFields, hasWords, files }: ScopeSource,
  { timezone, language, now }: ScopeOptions,
): SqlScope {
  const visible = fields.map((field) => sqlFieldOf(field, files));
  const byName = new Map([...technicalFields(datasetId), ...visible].map((field) => [field.name, field]));
  const names = new Set(fields.map(({ name }) => name));
  const isExact = allFields.every(({ name, type }) => type !== 'text' || names.has(name));
  const words = hasWords && { words: { vector: sql`${t}._words`, isExact, isRanked: true } };
  return { fields: visible, find: (name) => byName.get(name), timezone, language, now, position, ...words };
}

/** The identifier of a record, which no field of a dataset replaces. */
export const recordIdField: SqlField = Object.freeze({
  name: '_id',
  type: 'text',
  isMultivalued: false,
  value: sql`encode(${t}._id, 'hex')`,
  bytes: sql`${t}._id`,
});

/** The technical fields. A field of the dataset with the same name replaces a technical field. */
function technicalFields(datasetId: string): readonly SqlField[] {
  const { name: _name, ...id } = recordIdField;
  const timestamp = { type: 'datetime', isMultivalued: false, value: sql`${t}._timestamp` } as const;
  const size = { type: 'int', isMultivalued: false, value: sql`${t}._size::bigint` } as const;
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
