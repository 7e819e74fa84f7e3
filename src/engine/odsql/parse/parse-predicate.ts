import type { Filter, GeometryLiteral } from '../tree.ts';
import { parseGeometry, parseNumber } from './parse-literal.ts';
import type { TokenReader } from './token-reader.ts';

/** The maximum number of fields in one search. */
const maxFields = 1_000;

/** The units of distances, in metres. */
const units: ReadonlyMap<string, number> = new Map([
  ['mi', 1609.344],
  ['yd', 0.9144],
  ['ft', 0.3048],
  ['m', 1],
  ['cm', 0.01],
  ['km', 1000],
  ['mm', 0.001],
]);

const modes = ['intersects', 'disjoint', 'within'] as const;
type Mode = (typeof modes)[number];

const predicates: Readonly<Record<string, (reader: TokenReader) => Filter>> = Object.freeze({
  search: (reader) => parseSearch(reader, 'search'),
  suggest: (reader) => parseSearch(reader, 'suggest'),
  startswith: (reader) => parseSearch(reader, 'startsWith'),
  within_distance: parseWithinDistance,
  distance: parseWithinDistance,
  in_bbox: parseInBox,
  bbox: parseCorners,
  intersects: (reader) => parseGeometryTest(reader, 'intersects'),
  disjoint: (reader) => parseGeometryTest(reader, 'disjoint'),
  within: (reader) => parseGeometryTest(reader, 'within'),
  polygon: (reader) => parseGeometryTest(reader, 'within'),
  geometry: (reader) => parseGeometryTest(reader),
});

/** Whether a name, in lower case, is a condition that is written as a call, such as `search(…)`. */
export const isPredicate = (name: string): boolean => Object.hasOwn(predicates, name);

/** Parses a condition that is written as a call. */
export function parsePredicate(reader: TokenReader, name: string): Filter {
  reader.advance();
  reader.expectSign('(');
  const filter = predicates[name]?.(reader) ?? reader.unexpected();
  reader.expectSign(')');
  return filter;
}

/** Parses the arguments of a search: `"words"`, `*, "words"` or `field, field, "words"`. */
function parseSearch(reader: TokenReader, kind: 'search' | 'suggest' | 'startsWith'): Filter {
  if (reader.acceptSign('*')) {
    reader.expectSign(',');
    return { kind, fields: null, text: reader.text() };
  }
  const fields: string[] = [];
  while (reader.token.kind !== 'text') {
    if (fields.length === maxFields) reader.malformed(`A search has more than ${maxFields} fields`);
    fields.push(reader.name());
    reader.expectSign(',');
  }
  return { kind, fields: fields.length > 0 ? fields : null, text: reader.text() };
}

function parseWithinDistance(reader: TokenReader): Filter {
  const field = parseFieldAndComma(reader);
  const point = parseGeometry(reader);
  reader.expectSign(',');
  const { token } = reader;
  if (token.kind !== 'number') reader.unexpected();
  const number = parseNumber(reader);
  const unit = units.get(reader.word() ?? '');
  if (unit !== undefined) reader.advance();
  return { kind: 'withinDistance', field, point, distance: number * (unit ?? 1) };
}

function parseInBox(reader: TokenReader): Filter {
  const field = parseFieldAndComma(reader);
  const [lat1, lon1] = [parseNumber(reader), parseCommaAndNumber(reader)];
  const [lat2, lon2] = [parseCommaAndNumber(reader), parseCommaAndNumber(reader)];
  return { kind: 'inBox', field, south: Math.min(lat1, lat2), west: lon1, north: Math.max(lat1, lat2), east: lon2 };
}

/** Parses `bbox()`, the older form of `in_bbox()`: two opposite corners as points, in any order. */
function parseCorners(reader: TokenReader): Filter {
  const field = parseFieldAndComma(reader);
  const [lon1, lat1] = cornerOf(reader, parseGeometry(reader));
  reader.expectSign(',');
  const [lon2, lat2] = cornerOf(reader, parseGeometry(reader));
  return {
    kind: 'inBox',
    field,
    south: Math.min(lat1, lat2),
    west: Math.min(lon1, lon2),
    north: Math.max(lat1, lat2),
    east: Math.max(lon1, lon2),
  };
}

function cornerOf(reader: TokenReader, { geometry }: GeometryLiteral): readonly [number, number] {
  const [lon, lat] = geometry.type === 'Point' ? geometry.coordinates : [];
  return lon === undefined || lat === undefined ? reader.malformed('A corner of bbox() must be a point') : [lon, lat];
}

function parseGeometryTest(reader: TokenReader, mode?: Mode): Filter {
  const field = parseFieldAndComma(reader);
  const { geometry } = parseGeometry(reader);
  return { kind: 'geometry', field, geometry: { geometry }, mode: mode ?? parseMode(reader) };
}

function parseMode(reader: TokenReader): Mode {
  if (!reader.acceptSign(',')) return 'intersects';
  return modes.find((mode) => reader.acceptWord(mode)) ?? reader.unexpected();
}

function parseFieldAndComma(reader: TokenReader): string {
  const field = reader.name();
  reader.expectSign(',');
  return field;
}

function parseCommaAndNumber(reader: TokenReader): number {
  reader.expectSign(',');
  return parseNumber(reader);
}
