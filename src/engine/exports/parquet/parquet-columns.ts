import type { SchemaElement } from 'hyparquet';
import type { Json } from '../../../kernel/json.ts';
import { cellTextOf } from '../cell-text.ts';
import type { ExportColumn } from '../export-format.ts';
import { binaryDay, binaryMilliseconds, binaryTexts, type BinaryBatch } from './binary-rows.ts';
import type { ColumnValues } from './column-values.ts';
import { dayOf, integerOf, millisecondsOf, numberOf, pointOf } from './json-values.ts';
import { shapeJsonToWkb, shapeToWkb } from './wkb.ts';

/** A column of a Parquet file. */
export interface ParquetColumn {
  readonly name: string;
  /** The schema elements of the column: one for a plain column, several for a list. */
  readonly schema: readonly SchemaElement[];
  readonly isList: boolean;
  /** Adds the value of a row in JSON. The value is not null. */
  readonly addJson: (values: ColumnValues, value: NonNullable<Json>) => void;
  /** Adds the value of a row in the binary format: the bytes of the batch from `start` up to, but not including, `end`. The value is not null. */
  readonly addBinary: (values: ColumnValues, batch: BinaryBatch, start: number, end: number) => void;
}

/** Converts a column to the Parquet types of docs/contract/explore.md 11, parquet. */
export function parquetColumnOf(column: ExportColumn): ParquetColumn {
  const { name, type, isMultivalued } = column;
  const leaf = (
    element: Omit<SchemaElement, 'name'>,
    readers: Pick<ParquetColumn, 'addJson' | 'addBinary'>,
  ): ParquetColumn => ({
    ...{ name, isList: false, schema: [{ name, repetition_type: 'OPTIONAL', ...element }] },
    ...readers,
  });
  if (isMultivalued) return listColumn(name);
  switch (type) {
    case 'int':
      return leaf(
        { type: 'INT64' },
        {
          addJson: (values, value) => values.addInt64(integerOf(value)),
          addBinary: (values, { view }, start) => values.addInt64(view.getBigInt64(start)),
        },
      );
    case 'double':
      return leaf(
        { type: 'DOUBLE' },
        {
          addJson: (values, value) => values.addDouble(numberOf(value)),
          addBinary: (values, { view }, start) => values.addDouble(view.getFloat64(start)),
        },
      );
    case 'date':
      return leaf(
        { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
        {
          addJson: (values, value) => values.addInt32(dayOf(value)),
          addBinary: (values, batch, start) => values.addInt32(binaryDay(batch, start)),
        },
      );
    case 'datetime':
      return leaf(
        {
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
        {
          addJson: (values, value) => values.addInt64(millisecondsOf(value)),
          addBinary: (values, batch, start) => values.addInt64(binaryMilliseconds(batch, start)),
        },
      );
    case 'geo_point_2d':
      return leaf(
        { type: 'BYTE_ARRAY' },
        {
          addJson: (values, value) => values.addPoint(...pointOf(value)),
          addBinary: (values, { view }, start) => values.addPoint(view.getFloat64(start), view.getFloat64(start + 8)),
        },
      );
    case 'geo_shape':
      return leaf(
        { type: 'BYTE_ARRAY' },
        {
          addJson: (values, value) => {
            addShape(values, shapeJsonToWkb(value));
          },
          addBinary: (values, { bytes }, start, end) => {
            addShape(values, shapeToWkb(bytes.subarray(start, end)));
          },
        },
      );
    case 'text':
    case 'file':
    case 'json': {
      const textOf = cellTextOf(column, { listSeparator: ',' });
      return leaf(textElement, {
        addJson: (values, value) => values.addBytes(Buffer.from(textOf(value))),
        addBinary: (values, { bytes }, start, end) => values.addBytes(bytes, start, end),
      });
    }
  }
}

function addShape(values: ColumnValues, wkb: Uint8Array | undefined): void {
  if (wkb) values.addBytes(wkb);
  else values.addNull();
}

const textElement = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

const listColumn = (name: string): ParquetColumn => ({
  name,
  isList: true,
  schema: [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...textElement },
  ],
  addJson: (values, value) =>
    values.addList(Array.isArray(value) ? value.map((item) => Buffer.from(String(item))) : []),
  addBinary: (values, batch, start) => values.addList(binaryTexts(batch, start)),
});

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
