import type { Geometry } from '../../geo/processing/geometry.ts';
import { parseGeometry } from '../../geo/processing/parse-geometry.ts';
import type { Value } from '../../records/record.ts';
import type { ValueType } from '../bind/bound/bound-expression.ts';
import { pointOfValue } from '../geometry/shape.ts';
import type { TimezoneName } from '../scope.ts';
import { zonedText } from '../zoned-text.ts';
import type { RecordField } from './record-scope.ts';
import { timeOf } from './times.ts';

/** A value of a result. A bigint is a sum that no double holds, a geometry is that of an aggregate. */
export type ResultValue = Value | bigint | Geometry;

/** The JSON of a field's value in a row. */
export function fieldJson(field: RecordField, value: Value, timezone: TimezoneName): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return JSON.stringify(value);
  return field.type === 'date' && field.precision && typeof value === 'string'
    ? JSON.stringify(value.slice(0, field.precision === 'year' ? 4 : 7))
    : valueJson(field.type, value, timezone);
}

/** The JSON of a value of a type. */
export function valueJson(type: ValueType, value: ResultValue, timezone: TimezoneName): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return String(value);
  switch (type) {
    case 'text':
    case 'date':
    case 'int':
    case 'double':
    case 'file':
    case 'json':
      return JSON.stringify(value);
    case 'datetime':
      return JSON.stringify(datetimeText(value, timezone));
    case 'geo_point_2d': {
      const [lon, lat] = pointOfResult(value);
      return lon === undefined ? 'null' : JSON.stringify({ lon, lat });
    }
    case 'geo_shape': {
      const geometry = parseGeometry(value);
      return geometry ? JSON.stringify({ type: 'Feature', geometry, properties: {} }) : 'null';
    }
  }
}

/** A datetime in a time zone, with the decimals that it has. */
function datetimeText(value: ResultValue, timezone: TimezoneName): ResultValue {
  const time = typeof value === 'string' ? timeOf(value) : undefined;
  if (time === undefined || !Number.isFinite(time) || typeof value !== 'string') return value;
  const [, decimals = ''] = /\.(\d{1,6})/.exec(value) ?? [];
  const fraction = decimals.replace(/0+$/, '');
  return zonedText(time, fraction === '' ? '' : `.${fraction}`, timezone);
}

const pointOfResult = (value: ResultValue): readonly (number | undefined)[] =>
  (typeof value === 'object' && value !== null && 'lon' in value && pointOfValue(value)) || [];
