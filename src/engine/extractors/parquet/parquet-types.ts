import type { SchemaElement } from 'hyparquet';
import type { FieldType } from '#engine/records/field.ts';

/** The field types of logical and converted types that have a meaning; undefined for types whose values differ in type. */
const typesByMeaning: Readonly<Record<string, FieldType | undefined>> = {
  STRING: 'text',
  UTF8: 'text',
  ENUM: 'text',
  UUID: 'text',
  BSON: 'text',
  INTERVAL: 'text',
  TIME: 'text',
  TIME_MILLIS: 'text',
  TIME_MICROS: 'text',
  DATE: 'date',
  TIMESTAMP: 'datetime',
  TIMESTAMP_MILLIS: 'datetime',
  TIMESTAMP_MICROS: 'datetime',
  FLOAT16: 'double',
  GEOMETRY: 'geo_shape',
  GEOGRAPHY: 'geo_shape',
  JSON: undefined,
  VARIANT: undefined,
  NULL: undefined,
};

const typesByStorage: Readonly<Record<string, FieldType | undefined>> = {
  BOOLEAN: 'text',
  INT32: 'int',
  INT64: 'int',
  INT96: 'datetime',
  FLOAT: 'double',
  DOUBLE: 'double',
};

/**
 * The type of the values of a column that is not nested; undefined where the file does not declare one, as for bytes
 * without a declared meaning.
 */
export function fieldTypeOf({
  type,
  converted_type: converted,
  logical_type: logical,
  scale = 0,
}: SchemaElement): FieldType | undefined {
  const meaning = logical?.type ?? converted ?? '';
  if (meaning === 'DECIMAL') return (logical?.type === 'DECIMAL' ? logical.scale : scale) > 0 ? 'double' : 'int';
  return meaning in typesByMeaning ? typesByMeaning[meaning] : typesByStorage[type ?? ''];
}
