import type { ScopeField } from '../scope.ts';
import { maxEdits, patternWords, type Word, wordsOf } from '../words.ts';
import { type Binding, type BoundFilter, isGeo } from './bound.ts';
import type { Geometry } from '#engine/geo/parse-geometry.ts';
import type { Condition, GeometryLiteral } from '../tree.ts';
import { pointOf } from './bind-expression.ts';

/** The maximum number of words in one search. */
const maxWords = 100;

/** Binds `like`: the field contains every word of the pattern. Fails ODSQL_ERROR for a pattern without words, and INCOMPATIBLE_TYPES. */
export function bindLike<F extends ScopeField>(name: string, pattern: string, binding: Binding<F>): BoundFilter<F> {
  const field = binding.field(name);
  if (field.type !== 'text') binding.incompatible(`like needs a text; ${name} is of type ${field.type}`);
  const words = patternWords(pattern);
  return words.length > 0
    ? { kind: 'words', fields: [field], words, isRanked: false }
    : binding.malformed('The pattern of like needs a word of letters and digits');
}

/** Binds full text, `search` and `suggest`. A text without words matches every record. Fails ODSQL_ERROR. */
export function bindWords<F extends ScopeField>(
  kind: 'fullText' | 'search' | 'suggest',
  names: readonly string[] | null,
  text: string,
  binding: Binding<F>,
): BoundFilter<F> {
  const words = wordsByKind[kind](text);
  if (words.length > maxWords) binding.malformed(`A search has more than ${maxWords} words`);
  return { kind: 'words', fields: textFields(kind, names, binding), words, isRanked: true };
}

/** The number of words that a filter searches for. */
export function wordCount(filter: BoundFilter): number {
  if (filter.kind === 'and' || filter.kind === 'or')
    return filter.filters.reduce((sum, part) => sum + wordCount(part), 0);
  if (filter.kind === 'not') return wordCount(filter.filter);
  return filter.kind === 'words' ? filter.words.length : 0;
}

/** The words of `search`. They match with typing errors; the last word, which the user may still be typing, matches as a prefix. */
function searchWords(text: string): Word[] {
  const words = wordsOf(text);
  const last = words.length - 1;
  return words.map((word, index) => {
    if (index === last) return { text: word, match: 'prefix' };
    return { text: word, match: maxEdits(word) === 0 ? 'whole' : 'fuzzy' };
  });
}

const suggestWords = (text: string): Word[] => wordsOf(text).map((word) => ({ text: word, match: 'prefix' }));

const wordsByKind = Object.freeze({ fullText: patternWords, search: searchWords, suggest: suggestWords });

/** Binds `startswith`. Fails ODSQL_ERROR. */
export function bindStartsWith<F extends ScopeField>(
  names: readonly string[] | null,
  prefix: string,
  binding: Binding<F>,
): BoundFilter<F> {
  return { kind: 'startsWith', fields: textFields('startswith', names, binding), prefix };
}

/** The named fields; without names, the fields that the scope searches. */
function textFields<F extends ScopeField>(
  kind: string,
  names: readonly string[] | null,
  binding: Binding<F>,
): readonly F[] {
  if (!names) return binding.scope.searched ?? binding.scope.fields.filter(({ type }) => type === 'text');
  const fields = [...new Set(names)].map((name) => binding.field(name));
  const other = fields.find(({ type }) => type !== 'text');
  return other ? binding.malformed(`${kind}() needs text fields; ${other.name} is of type ${other.type}`) : fields;
}

/** The maximum number of points in a geometry literal. */
const maxPoints = 10_000;

/** Finds a field of points or shapes. Fails ODSQL_ERROR for a field of another type. */
function geoField<F extends ScopeField>(name: string, binding: Binding<F>): F {
  const field = binding.field(name);
  return isGeo(field.type) ? field : binding.malformed(`${name} is of type ${field.type}, not a geo field`);
}

/** Binds `within_distance`. Fails ODSQL_ERROR. */
export function bindWithinDistance<F extends ScopeField>(
  name: string,
  literal: GeometryLiteral,
  distance: number,
  binding: Binding<F>,
): BoundFilter<F> {
  const field = geoField(name, binding);
  const point = pointOf(literal);
  return point
    ? { kind: 'withinDistance', field, point, distance }
    : binding.malformed("within_distance() needs a point such as geom'POINT(7.4 46.9)'");
}

/** Binds `in_bbox`. Fails ODSQL_ERROR. */
export function bindInBox<F extends ScopeField>(
  { field: name, south, west, north, east }: Condition & { kind: 'inBox' },
  binding: Binding<F>,
): BoundFilter<F> {
  return { kind: 'inBox', field: geoField(name, binding), south, west, north, east };
}

/** Binds `intersects`, `disjoint` or `within`. Fails ODSQL_ERROR. */
export function bindGeometry<F extends ScopeField>(
  name: string,
  { geometry }: GeometryLiteral,
  mode: 'intersects' | 'disjoint' | 'within',
  binding: Binding<F>,
): BoundFilter<F> {
  const field = geoField(name, binding);
  return pointCount(geometry) <= maxPoints
    ? { kind: 'geometry', field, geometry, mode }
    : binding.malformed(`A geometry has more than ${maxPoints} points`);
}

function pointCount(geometry: Geometry): number {
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.reduce((count, part) => count + pointCount(part), 0);
  switch (geometry.type) {
    case 'Point':
      return 1;
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates.length;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.reduce((count, line) => count + line.length, 0);
    case 'MultiPolygon':
      return geometry.coordinates.flat().reduce((count, line) => count + line.length, 0);
  }
}
