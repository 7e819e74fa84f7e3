import type { SchemaElement } from 'hyparquet';
import { geojsonToWkb } from 'hyparquet-writer';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { cellTextOf } from '../cell-text.ts';
import type { ExportColumn } from '../export-format.ts';

/** A column of a Parquet file. */
export interface ParquetColumn {
  readonly name: string;
  /** The schema elements of the column: one for a plain column, several for a list. */
  readonly schema: readonly SchemaElement[];
  /** Converts a value of a row. */
  readonly convert: (value: Json) => unknown;
}

/** Converts a column to the Parquet types of docs/contract/explore.md 11, parquet. */
export function parquetColumnOf(column: ExportColumn): ParquetColumn {
  const { name, type, isMultivalued } = column;
  const leaf = (element: Omit<SchemaElement, 'name'>, convert: ParquetColumn['convert']): ParquetColumn => ({
    name,
    schema: [{ name, repetition_type: 'OPTIONAL', ...element }],
    convert: (value) => (value === null ? null : convert(value)),
  });
  if (isMultivalued) return { name, schema: listSchema(name), convert: textsOf };
  switch (type) {
    case 'int':
      return leaf({ type: 'INT64' }, toBigInt);
    case 'double':
      return leaf({ type: 'DOUBLE' }, toNumber);
    case 'date':
      return leaf({ type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }, toDay);
    case 'datetime':
      return leaf(
        {
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        toMilliseconds,
      );
    case 'geo_point_2d':
      return leaf({ type: 'BYTE_ARRAY' }, pointToWkb);
    case 'geo_shape':
      return leaf({ type: 'BYTE_ARRAY' }, shapeToWkb);
    case 'text':
    case 'file':
    case 'json':
      return leaf(textElement, cellTextOf(column, { listSeparator: ',' }));
  }
}

const textElement = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

const listSchema = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'OPTIONAL', ...textElement },
];

const textsOf = (value: Json): unknown => (Array.isArray(value) ? value.map(String) : null);

/** The digits of a number. JSON that a double would round is parsed to an object with its digits, `RawNumber`. */
function digitsOf(value: Json): string | number {
  const digits = isJsonObject(value) ? value['rawJSON'] : value;
  return typeof digits === 'string' || typeof digits === 'number' ? digits : Number.NaN;
}

const toBigInt = (value: Json): bigint => BigInt(digitsOf(value));

const toNumber = (value: Json): number => Number(digitsOf(value));

const timeOf = (value: Json): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

const msPerDay = 86_400_000;

/** The number of days since 1970. A date that is written as a year or a month is its first day. */
const toDay = (value: Json): number => Math.floor(timeOf(value) / msPerDay);

const toMilliseconds = (value: Json): bigint => BigInt(timeOf(value));

/** A point as little-endian WKB. */
function pointToWkb(value: Json): Uint8Array | null {
  if (!isJsonObject(value)) return null;
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, toNumber(value['lon'] ?? null), true);
  view.setFloat64(13, toNumber(value['lat'] ?? null), true);
  return new Uint8Array(view.buffer);
}

function shapeToWkb(value: Json): Uint8Array | null {
  const geometry = isJsonObject(value) ? value['geometry'] : null;
  return isGeometry(geometry) ? geojsonToWkb(geometry) : null;
}

/** Whether a value is a geometry. Stored geometries are valid GeoJSON. */
const isGeometry = (value: unknown): value is Parameters<typeof geojsonToWkb>[0] =>
  isJsonObject(value) && typeof value['type'] === 'string';

/** The metadata of GeoParquet 1.1 for the geometry columns; undefined when there are none. */
export function geoMetadata(columns: readonly ExportColumn[]): string | undefined {
  const geometries = columns.filter(({ type }) => type === 'geo_shape' || type === 'geo_point_2d');
  const primary = geometries.find(({ type }) => type === 'geo_shape') ?? geometries[0];
  return (
    primary &&
    JSON.stringify({
      version: '1.1.0',
      primary_column: primary.name,
      columns: Object.fromEntries(
        geometries.map(({ name, type }) => [
          name,
          { encoding: 'WKB', geometry_types: type === 'geo_point_2d' ? ['Point'] : [] },
        ]),
      ),
    })
  );
}
