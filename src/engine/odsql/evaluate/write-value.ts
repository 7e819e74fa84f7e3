import { type Geometry, parseGeometry } from '#engine/geo/parse-geometry.ts';
import type { Value } from '#engine/records/record.ts';
import type { ValueType } from '../bind/bound.ts';
import { pointOfValue } from '../geometry.ts';
import type { TimezoneName } from '../scope.ts';
import { zonedText } from '../timezone.ts';
import type { StoredRecordField } from './stored-record.ts';
import { timeOf } from './compile-expression.ts';

/** A value of a result. A bigint is a sum that no double holds, a geometry is that of an aggregate. */
export type ResultValue = Value | bigint | Geometry;

/** The JSON of a field's value in a row. */
export function fieldJson(field: StoredRecordField, value: Value, timezone: TimezoneName): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return textJson(value);
  return field.type === 'date' && field.precision && typeof value === 'string'
    ? JSON.stringify(value.slice(0, field.precision === 'year' ? 4 : 7))
    : valueJson(field.type, value, timezone);
}

/** The JSON of a value of a type. `isInDouble` is whether the column engine computes a number as a double. */
export function valueJson(
  type: ValueType,
  value: ResultValue,
  timezone: TimezoneName,
  isInDouble = type === 'double',
): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return String(value);
  switch (type) {
    case 'int':
    case 'double':
      if (typeof value !== 'number' || !isInDouble) return JSON.stringify(value);
      return type === 'int' ? doubleText(value) : doubleJson(value);
    case 'text':
      return textJson(value);
    case 'date':
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

/** A text or a list of texts as JSON. The column engine writes the digits of control characters in upper case. */
const textJson = (value: ResultValue): string =>
  JSON.stringify(value).replace(/\\(?:u00[01][\da-f]|.)/g, (escape) =>
    escape.startsWith('\\u00') ? `\\u${escape.slice(2).toUpperCase()}` : escape,
  );

/** A double as the column engine writes it in JSON: with a fraction, and without a sign before a positive exponent. */
export function doubleJson(number: number): string {
  const text = Object.is(number, -0) ? '-0' : String(number).replace('e+', 'e');
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A double as the text that the column engine makes of it: with a fraction or with an exponent of two digits at least. */
export function doubleText(number: number): string {
  const [digits = '', exponent = ''] = number.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 16) return doubleJson(number);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
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
