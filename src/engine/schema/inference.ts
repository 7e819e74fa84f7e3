import { type FieldType, textOf, toStorable, toStorableText, type Value } from '../records/record.ts';
import { tryParseJson } from '#kernel/json.ts';
import { isDay } from './date-formats.ts';
import { isGeometry } from '../geo/checked-geometry.ts';

/** What a source declares about a column: its type, or `by value` when each value has its own type. In a column `by value`, no text is inferred as a number. */
export type Declaration = FieldType | 'by value';

/** The types that can be inferred, the narrowest first. Every value fits the last one. */
const inferredTypes: readonly FieldType[] = [
  'int',
  'double',
  'date',
  'datetime',
  'geo_point_2d',
  'geo_shape',
  'file',
  'text',
];

/** The next wider type of each type. All values of the type fit it. */
const widerType: Readonly<Record<FieldType, FieldType>> = {
  int: 'double',
  double: 'text',
  date: 'datetime',
  datetime: 'text',
  geo_point_2d: 'text',
  geo_shape: 'text',
  file: 'text',
  text: 'text',
};

/** Field names that suggest a location. */
const locationNames = /geo|coord|gps|lat.*l(on|ng)|location|localisation|position/;

/** Widens a type to the narrowest one that all its values and one more value fit. */
export function widenType(type: FieldType, value: Exclude<Value, null>): FieldType {
  let candidate = type;
  while (casts[candidate](value) === undefined && candidate !== 'text') candidate = widerType[candidate];
  return candidate;
}

/** Infers the type of one field: the narrowest that all its values fit, and none narrower than the declared type. */
export class Inference {
  readonly #name: string;
  readonly #declaration: Declaration | undefined;
  #hasValues = false;
  #types: readonly FieldType[];

  /** The name of the field, and its declaration by the source. */
  constructor(name: string, declaration: Declaration | undefined) {
    this.#name = name;
    this.#declaration = declaration;
    this.#types =
      declaration === undefined || declaration === 'by value'
        ? inferredTypes
        : inferredTypes.filter((type) => type === declaration || isWider(type, declaration));
  }

  /** Takes a value into account. Null and the empty text fit every type. */
  observe(value: Value): void {
    if (value === null || value === '') return;
    this.#hasValues = true;
    if (this.#types.length > 1) this.#types = this.#types.filter((type) => this.#accepts(type, value));
  }

  /** The inferred type; text where there was no value and no declaration. */
  get type(): FieldType {
    const isUnknown = !this.#hasValues && this.#types.length === inferredTypes.length;
    return isUnknown ? 'text' : (this.#types[0] ?? 'text');
  }

  /** Whether a value fits a type. Two decimal numbers are a point only where the field's name suggests a location; text is never a file. */
  #accepts(type: FieldType, value: Exclude<Value, null>): boolean {
    if (typeof value === 'string' && this.#declaration !== type) {
      if (type === 'geo_point_2d' && !locationNames.test(this.#name)) return false;
      if (this.#declaration === 'by value' && (type === 'int' || type === 'double')) return false;
    }
    return (type !== 'file' || isFile(value)) && casts[type](value) !== undefined;
  }
}

const isWider = (type: FieldType, declared: FieldType): boolean =>
  type === widerType[declared] || (declared !== 'text' && isWider(type, widerType[declared]));

/** Casts a value to the form in which a type stores it; undefined when it does not fit. The caller handles null. */
type Cast = (value: Exclude<Value, null>) => Value | undefined;

/** `-0` is excluded: as a number it would lose its sign. */
const integer = /^(0|-?[1-9]\d*)$/;
/** A decimal number. An exponent needs a decimal point or a sign: `1E5` is more often a code. */
const decimal = /^-?(((0|[1-9]\d*)?\.\d+|(0|[1-9]\d*)\.)(e[+-]?\d+)?|(0|[1-9]\d*)(e[+-]\d+)?)$/i;
/** The maximum number of significant digits of a decimal that is cast. */
const maxDigits = 17;
/** Any number of this many digits is exact. */
const maxSafeDigits = 15;

function toInt(value: Value): number | undefined {
  const number = typeof value === 'string' && integer.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function toDouble(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !decimal.test(value)) return undefined;
  const number = Number(value);
  if (value.length <= maxSafeDigits) return Number.isFinite(number) ? number : undefined;
  const isExact = integer.test(value)
    ? Number.isSafeInteger(number)
    : Number.isFinite(number) && (value.length <= maxDigits || digitsOf(value) <= maxDigits);
  return isExact ? number : undefined;
}

/** The number of significant digits of a decimal. */
const digitsOf = (text: string): number => text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

/** A day with the year first, as ISO. When the year is last, the order of day and month is ambiguous. */
function toDate(value: Value): string | undefined {
  const [text, year, mark, month, day] =
    typeof value === 'string' ? (/^(\d{4})([-/])(\d\d)\2(\d\d)$/.exec(value) ?? []) : [];
  if (text === undefined || year === '0000' || !isDay(Number(year), Number(month), Number(day))) return undefined;
  return mark === '-' ? text : text.replaceAll('/', '-');
}

const dateLength = 'YYYY-MM-DD'.length;

/** A date-time. The zone may have hours without minutes, such as `+01`, as PostgreSQL writes it. */
const dateTime =
  /^(\d{4})([-/])(\d\d)\2(\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** A date-time that needs no calculation. Nearly all are, and a pattern without groups is several times faster. */
const plainDateTime = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?Z?$/;

/** The number that digits of a text write. */
function digitsAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index++) number = number * 10 + text.charCodeAt(index) - 48;
  return number;
}

function fromPlainDateTime(text: string): string | undefined {
  const year = digitsAt(text, 0, 4);
  if (year === 0 || !isDay(year, digitsAt(text, 5, 7), digitsAt(text, 8, 10))) return undefined;
  const local = text.endsWith('Z') ? text.slice(0, -1) : text;
  if (local.length === 'YYYY-MM-DDTHH:MM'.length) return `${local}:00Z`;
  return local === text ? `${text}Z` : text;
}

/** An ISO date-time in UTC. A text without a zone is in UTC; a date without a time is midnight. */
function toDateTime(value: Value): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (plainDateTime.test(value)) return fromPlainDateTime(value);
  const date = value.length > dateLength ? undefined : toDate(value);
  if (date !== undefined) return `${date}T00:00:00Z`;
  const match = dateTime.exec(value);
  if (!match || match[1] === '0000' || !isDay(Number(match[1]), Number(match[3]), Number(match[4]))) return undefined;
  const text = match[0];
  const { 6: seconds = ':00', 7: fraction, 8: zone = 'Z' } = match;
  const local = `${text.slice(0, 10).replaceAll('/', '-')}T${text.slice(11, 16)}${seconds.slice(0, 3)}`;
  if (fraction === undefined && zone === 'Z') return `${local}Z`;
  const instant = new Date(
    local +
      zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_zone, hours: string, minutes = '00') => `${hours}:${String(minutes)}`),
  );
  if (Number.isNaN(instant.getTime())) return undefined;
  const utc = instant.toISOString();
  // The zone may move an instant out of the years 1 to 9999.
  return storableYear.test(utc) ? utc.replace('.000Z', `${fractionOf(fraction)}Z`) : undefined;
}

/** A year from 1 to 9999: PostgreSQL has no year 0. */
const storableYear = /^(?!0000)\d{4}-/;

/** The fraction of a second with its point and all its digits, at least three; "" for zero. */
const fractionOf = (fraction = ''): string =>
  /[1-9]/.test(fraction) ? fraction.replace(/0+$/, '').padEnd(4, '0') : '';

/** A point, or a text such as `46.948, 7.447`: latitude and longitude, both with decimals. */
function toGeoPoint(value: Value): Value | undefined {
  if (typeof value === 'string') {
    const [text, lat, lon] = /^\s*(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\s*$/.exec(value) ?? [];
    return text === undefined ? undefined : toGeoPoint({ lat: Number(lat), lon: Number(lon) });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { lat, lon } = value;
  return typeof lat === 'number' &&
    typeof lon === 'number' &&
    Object.keys(value).length === 2 &&
    Math.abs(lat) <= 90 &&
    Math.abs(lon) <= 180
    ? value
    : undefined;
}

/** A GeoJSON geometry (RFC 7946, 3.1), or the text of one. */
function toGeoShape(value: Value): Value | undefined {
  if (typeof value === 'string') return /^\s*\{\s*"/.test(value) ? parseShape(value) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!isGeometry(value)) return undefined;
  // A checked geometry has no other texts than those of its other members.
  return value['type'] !== 'GeometryCollection' && Object.keys(value).length === 2 ? value : toStorable(value);
}

function parseShape(text: string): Value | undefined {
  const value = tryParseJson(text) as Value | undefined;
  return typeof value === 'object' && isNestedAtMost(maxShapeDepth, value) ? toGeoShape(value) : undefined;
}

/** How deep a geometry may be nested, collections in collections and its other members included. */
const maxShapeDepth = 50;

/** Whether a value is nested at most this deep. A deeper value could exhaust the stack. */
const isNestedAtMost = (depth: number, value: Value): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((part) => isNestedAtMost(depth - 1, part)));

/** Casts any value to text. A list of texts stays a list, because the field may be multivalued. */
function toText(value: Value): Value {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.map(toStorableText);
  return toStorableText(textOf(value));
}

/** Whether a value describes a file, as an extraction or another catalog does: an object with a name and a media type. */
const isFile = (value: Value): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof value['filename'] === 'string' &&
  (value['mimetype'] === null || typeof value['mimetype'] === 'string');

/** A file, or text that refers to one. */
const toFile = (value: Value): Value => (isFile(value) ? toStorable(value) : toText(value));

/** The cast to each type of field. */
export const casts: Readonly<Record<FieldType, Cast>> = {
  int: toInt,
  double: toDouble,
  date: toDate,
  datetime: toDateTime,
  geo_point_2d: toGeoPoint,
  geo_shape: toGeoShape,
  text: toText,
  file: toFile,
};
