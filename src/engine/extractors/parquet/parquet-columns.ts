import { type FileMetaData, type ParquetParsers, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { type FieldType, textOf, type Value } from '#engine/records/record.ts';
import { isJsonObject, type Json, tryParseJson } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import { projectionOfJson, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import type { Project } from '#engine/geo/checked-geometry.ts';

/** Creates the reader of a leaf's values. */
type LeafReader = (leaf: SchemaTree) => ToValue;

/** Whether a leaf holds bytes without a declared meaning. Old files store texts in this form too. */
const isUndeclared = ({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') && converted === undefined && logical === undefined;

const isLeaf = ({ children }: SchemaTree): boolean => children.length === 0;

const isVariant = ({ element }: SchemaTree): boolean => element.logical_type?.type === 'VARIANT';

/** The path of a leaf, which identifies the leaf. */
export const leafPath = ({ path }: SchemaTree): string => path.join('.');

/** The leaves below a column, or the column itself when it is a leaf. A VARIANT has none, because it has an encoding of its own. */
function leavesOf(column: SchemaTree): SchemaTree[] {
  if (isVariant(column)) return [];
  return isLeaf(column) ? [column] : column.children.flatMap(leavesOf);
}

/** The leaves of a column whose bytes may be texts. */
export const undeclaredLeaves = (column: SchemaTree): SchemaTree[] =>
  leavesOf(column).filter(({ element }) => isUndeclared(element));

/** Replaces the types that the library rounds or rejects by their stored form, nested types included. */
export function withStoredTypes(metadata: FileMetaData): FileMetaData {
  const stored = new Map(
    parquetSchema(metadata)
      .children.flatMap(leavesOf)
      .map(({ element }) => [element, chooseStoredForm(element).element] as const),
  );
  return { ...metadata, schema: metadata.schema.map((element) => stored.get(element) ?? element) };
}

/** Creates the reader of a column's values. All bytes of a leaf have one form: Base64 when some of them are not text. */
export const createColumnReader = (column: SchemaTree, binaryLeaves: ReadonlySet<string>): ToValue =>
  createReader(column, (leaf) => {
    if (!isUndeclared(leaf.element)) return chooseStoredForm(leaf.element).toValue;
    return binaryLeaves.has(leafPath(leaf)) ? bytesToBase64 : bytesToText;
  });

/** Creates a reader that passes all bytes of the undeclared leaves of a column to a function, with the path of their leaf. */
export const createBytesVisitor = (column: SchemaTree, visit: (path: string, bytes: Uint8Array) => void): ToValue =>
  createReader(column, (leaf) => (read) => {
    if (read instanceof Uint8Array) visit(leafPath(leaf), read);
    return null;
  });

function createReader(node: SchemaTree, leafReader: LeafReader): ToValue {
  if (isVariant(node)) return toJsonValue;
  if (isLeaf(node)) return mapLists(leafReader(node));
  const [entry] = node.children;
  const elements = elementsOf(node);
  if (elements) return createReader(elements, leafReader);
  if (entry && isMap(node)) return createMapReader(entry, leafReader);
  const members = node.children.map((child) => [child.element.name, createReader(child, leafReader)] as const);
  return mapLists((read) => {
    if (!isObject(read)) return toJsonValue(read);
    return Object.fromEntries(members.map(([name, toValue]) => [name, toValue(read[name])]));
  });
}

/** The elements of a list; undefined for other nodes. The library leaves out the group between a list and its elements. */
function elementsOf({ element, children }: SchemaTree): SchemaTree | undefined {
  const [group] = children;
  const isList = element.converted_type === 'LIST' && children.length === 1 && group && group.children.length <= 1;
  if (!isList || group.element.repetition_type !== 'REPEATED') return undefined;
  return group.children[0] ?? group;
}

function isMap({ element, children }: SchemaTree): boolean {
  const [entry] = children;
  return (
    element.converted_type === 'MAP' &&
    children.length === 1 &&
    entry?.children.length === 2 &&
    entry.element.repetition_type === 'REPEATED' &&
    entry.children.every((child) => child.element.repetition_type !== 'REPEATED')
  );
}

function createMapReader({ children: [key, value] }: SchemaTree, leafReader: LeafReader): ToValue {
  const toKey = key ? createReader(key, leafReader) : toJsonValue;
  const toValue = value ? createReader(value, leafReader) : toJsonValue;
  const hasBytes = key !== undefined && isLeaf(key) && isUndeclared(key.element);
  return mapLists((read) => {
    if (!isObject(read)) return toJsonValue(read);
    return Object.fromEntries(
      Object.entries(read).map(([name, part]) => [hasBytes ? textOf(toKey(parseKeyBytes(name))) : name, toValue(part)]),
    );
  });
}

const isObject = (read: unknown): read is Readonly<Record<string, unknown>> =>
  typeof read === 'object' && read !== null && !(read instanceof Uint8Array) && !(read instanceof Date);

/** Applies a reader to each element of a list, nested lists included. */
function mapLists(toValue: ToValue): ToValue {
  const read: ToValue = (part) => (Array.isArray(part) ? part.map(read) : toValue(part));
  return read;
}

/** Converts what the Parquet library reads to JSON. */
export type ToValue = (read: unknown) => Value;

const nanosPerMilli = 1_000_000n;
/** The largest instant of a JavaScript date, in milliseconds. */
const maxInstant = 8.64e15;

/** The remainder of a division rounded down, which is never negative. */
const positiveRemainder = (dividend: bigint, divisor: bigint): bigint => ((dividend % divisor) + divisor) % divisor;

/** Formats nanoseconds since 1970 as an instant in UTC, with all digits of the second; null outside the range of a JavaScript date. */
function toIsoInstant(nanos: bigint): string | null {
  const millis = (nanos - positiveRemainder(nanos, nanosPerMilli)) / nanosPerMilli;
  if (Math.abs(Number(millis)) > maxInstant) return null;
  const fraction = (nanos - millis * nanosPerMilli + positiveRemainder(millis, 1000n) * nanosPerMilli)
    .toString()
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = new Date(Number(millis)).toISOString().replace(/\.\d+Z$/, '');
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

function parseJsonBytes(bytes: Uint8Array): Value {
  const text = Buffer.from(bytes).toString();
  const json = tryParseJson(text) as Value | undefined;
  return json === undefined ? text : json;
}

/** The functions that the library calls for instants, days and JSON. */
export const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis: bigint) => toIsoInstant(millis * nanosPerMilli),
  timestampFromMicroseconds: (micros: bigint) => toIsoInstant(micros * 1_000n),
  timestampFromNanoseconds: toIsoInstant,
  dateFromDays: (days: number) => toIsoInstant(BigInt(days) * 86_400n * 1_000n * nanosPerMilli)?.slice(0, 10) ?? null,
  jsonFromBytes: parseJsonBytes,
};

/** Converts bytes to Base64, and any other value as `toJsonValue` does. */
const bytesToBase64: ToValue = (read) =>
  read instanceof Uint8Array ? Buffer.from(read).toString('base64') : toJsonValue(read);

/** Converts bytes to text, and any other value as `toJsonValue` does. */
export const bytesToText: ToValue = (read) =>
  read instanceof Uint8Array ? Buffer.from(read).toString('utf8') : toJsonValue(read);

/** Parses the bytes of a map's key, which the library writes as a list of numbers. */
const parseKeyBytes = (key: string): Uint8Array => Uint8Array.from(key === '' ? [] : key.split(',').map(Number));

/** Converts any value: integers that a JavaScript number would round become text, NaN and infinities null, bytes Base64. */
export function toJsonValue(read: unknown): Value {
  if (typeof read === 'bigint') return Number.isSafeInteger(Number(read)) ? Number(read) : read.toString();
  if (typeof read === 'number') return Number.isFinite(read) ? read : null;
  if (typeof read === 'string' || typeof read === 'boolean') return read;
  if (read instanceof Uint8Array) return bytesToBase64(read);
  if (read instanceof Date) return Number.isNaN(read.getTime()) ? null : read.toISOString();
  if (Array.isArray(read) || ArrayBuffer.isView(read)) return Array.from(read as ArrayLike<unknown>, toJsonValue);
  if (typeof read !== 'object' || read === null) return null;
  return Object.fromEntries(Object.entries(read).map(([name, part]) => [name, toJsonValue(part)]));
}

/** Finds the shortest number that is the same float in 32 bits: 1.1 instead of 1.10000002384. */
function toShortFloat(read: unknown): Value {
  if (typeof read !== 'number' || !Number.isFinite(read)) return null;
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(read.toPrecision(digits));
    if (Math.fround(short) === read) return short;
  }
  return read;
}

/** The stored integer of a decimal; bytes are big-endian. */
function toUnscaledInteger(read: unknown): bigint | null {
  if (typeof read === 'bigint') return read;
  if (typeof read === 'number') return BigInt(read);
  if (!(read instanceof Uint8Array)) return null;
  return read.length === 0 ? 0n : BigInt.asIntN(read.length * 8, BigInt(`0x${Buffer.from(read).toString('hex')}`));
}

/** Creates the reader of decimal numbers with this scale. A number with more digits than a double keeps becomes text. */
export function createDecimalReader(scale: number): ToValue {
  return (read) => {
    const unscaled = toUnscaledInteger(read);
    if (unscaled === null) return null;
    const padded = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
    const whole = padded.slice(0, padded.length - scale);
    const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
    const text = `${unscaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
    return padded.length <= 15 ? Number(text) : text;
  };
}

const unitsPerSecond = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;

function createTimeReader(unit: keyof typeof unitsPerSecond): ToValue {
  return (read) => {
    if (typeof read !== 'number' && typeof read !== 'bigint') return null;
    return toIsoInstant(BigInt(read) * (unitsPerSecond.NANOS / unitsPerSecond[unit]))?.slice(11, -1) ?? null;
  };
}

/** Chooses how a column is read: types that the library rounds, rejects or leaves as numbers are read in their stored form and converted here. */
export function chooseStoredForm(element: SchemaElement): {
  readonly element: SchemaElement;
  readonly toValue: ToValue;
} {
  const { converted_type: converted, logical_type: logical, type, scale = 0 } = element;
  const { converted_type: _converted, logical_type: _logical, ...stored } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL')
    return { element: stored, toValue: createDecimalReader(logical?.type === 'DECIMAL' ? logical.scale : scale) };
  if (converted === 'TIME_MILLIS') return { element: stored, toValue: createTimeReader('MILLIS') };
  if (converted === 'TIME_MICROS') return { element: stored, toValue: createTimeReader('MICROS') };
  if (logical?.type === 'TIME') return { element: stored, toValue: createTimeReader(logical.unit) };
  if (converted === 'BSON' || converted === 'INTERVAL') return { element: stored, toValue: bytesToBase64 };
  return { element, toValue: type === 'FLOAT' ? toShortFloat : toJsonValue };
}

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

/** The type of the values of a flat column; undefined where the file does not declare one, as for bytes. */
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

/** A column of geometries. */
export interface GeometryColumn {
  readonly column: string;
  /** The reference system: its name, or its description in PROJJSON; null when none is declared. */
  readonly crs: Json;
}

/** Finds the columns of geometries and their reference systems, which the metadata of GeoParquet or the file's schema declares. */
export function findGeometryColumns({ schema, key_value_metadata: metadata = [] }: FileMetaData): GeometryColumn[] {
  const jsonOf = (wanted: string): unknown => tryParseJson(metadata.find(({ key }) => key === wanted)?.value ?? '');
  const geo = jsonOf('geo');
  const described = isJsonObject(geo) && isJsonObject(geo['columns']) ? geo['columns'] : {};
  return schema.slice(1).flatMap(({ name, logical_type: type }) => {
    if (type?.type !== 'GEOMETRY' && type?.type !== 'GEOGRAPHY') return [];
    const columnMetadata = Object.hasOwn(described, name) ? described[name] : undefined;
    if (isJsonObject(columnMetadata)) return [{ column: name, crs: columnMetadata['crs'] ?? null }];
    const [, kind, value = ''] = /^(srid|projjson):(.*)$/s.exec(type.crs ?? '') ?? [];
    if (kind === 'srid') return [{ column: name, crs: value === '0' ? null : value }];
    const json = kind === 'projjson' ? jsonOf(value) : tryParseJson(type.crs ?? '');
    return [{ column: name, crs: isJsonObject(json) ? json : (type.crs ?? null) }];
  });
}

/** The projection of a column's geometries to WGS 84; undefined when none is needed. Fails EXTRACTION_FAILED. */
export function projectionOfColumn({ column, crs }: GeometryColumn): Project | undefined {
  if (crs === null || crs === '') return undefined;
  if (isJsonObject(crs)) return projectionOfJson(crs);
  return typeof crs === 'string'
    ? projectionOfName(crs)
    : fail('EXTRACTION_FAILED', {
        reason: `the coordinate reference system of the column ${column} cannot be read; give its EPSG code in the parameter crs`,
      });
}
