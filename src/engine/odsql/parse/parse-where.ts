import {
  type Clause,
  type ComparisonOperator,
  comparisonOperators,
  conditionsOf,
  type Expression,
  type Filter,
  type GeometryLiteral,
} from '../tree.ts';
import { type Source, TokenReader } from './token-reader.ts';
import { CatalogError, failFields } from '#kernel/fail.ts';
import { patternWords } from '../words.ts';
import {
  type ParsedFactor,
  parseExpression,
  parseGeometryLiteral,
  parseLiteral,
  parseNumber,
} from './parse-expression.ts';

/**
 * A condition, or an expression that may be the beginning of a condition. Only after the closing parenthesis does the parser know which
 * of the two the parentheses contain. Where a condition is needed, a field alone means that it is true, and a text alone is searched for.
 */
type Part = { readonly filter: Filter } | { readonly expression: Expression };

/** Parses a clause to its filter; null when the clause is empty. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export const parseWhere = (text: string, clause: Clause = 'where'): Filter | null => parseFilter({ text, clause });

/** Parses a clause with its options to its filter; null when the clause is empty. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
function parseFilter(source: Source): Filter | null {
  const reader = new TokenReader(source);
  if (reader.token.kind === 'end') return null;
  const filter = toFilter(reader, parseOr(reader));
  reader.expectEnd();
  return filter;
}

const parseOr = (reader: TokenReader): Part =>
  parseJoined(reader, 'or', () => parseJoined(reader, 'and', () => parseNot(reader)));

/** Parses one operand, or several that the same word joins: `a and b and c` becomes one list. */
function parseJoined(reader: TokenReader, kind: 'and' | 'or', operand: () => Part): Part {
  const first = operand();
  if (reader.word() !== kind) return first;
  const filters = [toFilter(reader, first)];
  while (reader.acceptWord(kind)) filters.push(toFilter(reader, operand()));
  return { filter: { kind, filters } };
}

function parseNot(reader: TokenReader): Part {
  if (!reader.acceptWord('not')) return parsePrimary(reader);
  return { filter: { kind: 'not', filter: reader.nested(() => toFilter(reader, parseNot(reader))) } };
}

function parsePrimary(reader: TokenReader): Part {
  const callee = reader.callee();
  if (callee !== undefined && isPredicate(callee)) return { filter: parsePredicate(reader, callee) };
  const start = reader.token;
  if (!reader.acceptSign('(')) return parseCondition(reader);
  const part = reader.nested(() => parseOr(reader));
  reader.expectSign(')');
  if ('filter' in part) return part;
  return parseCondition(reader, { start, expression: { ...part.expression, text: reader.sourceTextFrom(start) } });
}

function toFilter(reader: TokenReader, part: Part): Filter {
  if ('filter' in part) return part.filter;
  const { expression } = part;
  if (expression.kind === 'field') return { kind: 'isTruth', field: expression.field, value: true };
  return expression.kind === 'literal' && typeof expression.value === 'string'
    ? { kind: 'fullText', fields: null, text: expression.value }
    : reader.unexpected();
}

/** The maximum number of conditions in a stored filter. Each record is tested against each condition. */
const maxConditions = 200;

/** Parses a stored query to its filter, null for an empty one. Fails INVALID_INPUT under `field`, with a position. */
export function parseStoredFilter(query: string, field = 'filterQuery'): Filter | null {
  try {
    return parseFilter({ text: query, clause: 'where', isStored: true });
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return failFields({ [field]: [messageOf(error)] });
  }
}

function messageOf({ details, message }: CatalogError): string {
  const { token, position, problem } = details;
  if (typeof position === 'number') return `At character ${position + 1}: ${String(token)} is unexpected.`;
  return problem === undefined ? message : `${String(problem)}.`;
}

/**
 * Checks a query before it is stored: refuses a syntax error, too many conditions, and a `like` without a word. Fails as
 * `parseStoredFilter` does. A stored query is not checked again when it is read, because a failure would break whole responses.
 */
export function checkStoredFilter(query: string, field: string): void {
  const filter = parseStoredFilter(query, field);
  const conditions = filter ? conditionsOf(filter) : [];
  if (conditions.length > maxConditions) failFields({ [field]: [`Use ${maxConditions} conditions at most.`] });
  const likeWithoutWords = conditions.find(
    (condition) => condition.kind === 'like' && patternWords(condition.pattern).length === 0,
  );
  if (likeWithoutWords) {
    failFields({
      [field]: [
        'The pattern of like needs a word of letters and digits: without one every record would match, or none.',
      ],
    });
  }
}

/** The maximum number of literals in a list. */
const maxLiterals = 1_000;

/** Parses a condition that begins with an expression. When no operator follows the expression, the result is the expression alone. */
function parseCondition(
  reader: TokenReader,
  begun?: ParsedFactor,
): { readonly filter: Filter } | { readonly expression: Expression } {
  const left = parseExpression(reader, begun);
  const filter = parseStateOrLike(reader, left) ?? parseMembership(reader, left) ?? parseComparison(reader, left);
  return filter ? { filter } : { expression: left };
}

function parseComparison(reader: TokenReader, left: Expression): Filter | undefined {
  const operator: ComparisonOperator | undefined = reader.acceptSign(':')
    ? '='
    : comparisonOperators.find((sign) => reader.acceptSign(sign));
  return operator && { kind: 'comparison', left, operator, right: parseExpression(reader) };
}

/** Parses `in` with a list or a range, where a colon may replace `in`, and `"text" in field`. */
function parseMembership(reader: TokenReader, left: Expression): Filter | undefined {
  const isColon = reader.isSign(':') && (['(', '[', ']'] as const).some((sign) => reader.isSign(sign, 1));
  if (isColon) reader.advance();
  else if (!reader.acceptWord('in')) return undefined;
  if (reader.acceptSign('(')) return parseList(reader, left);
  if (reader.isSign('[') || reader.isSign(']')) return parseRange(reader, left);
  if (left.kind !== 'literal') return reader.unexpected();
  const field = reader.name();
  return { kind: 'comparison', left: { kind: 'field', field, text: field }, operator: '=', right: left };
}

function parseList(reader: TokenReader, left: Expression): Filter {
  const values = reader.list(maxLiterals, () => parseLiteral(reader));
  reader.expectSign(')');
  return { kind: 'in', left, values };
}

/** Parses a range. A bracket that opens outwards excludes its bound: `]1..5[`. */
function parseRange(reader: TokenReader, left: Expression): Filter {
  const isFromIncluded = reader.acceptSign('[');
  if (!isFromIncluded) reader.expectSign(']');
  const from = parseLiteral(reader);
  if (!reader.acceptSign('..')) reader.expectWord('to');
  const to = parseLiteral(reader);
  const isToIncluded = reader.acceptSign(']');
  if (!isToIncluded) reader.expectSign('[');
  return {
    kind: 'range',
    left,
    from: { value: from, isIncluded: isFromIncluded },
    to: { value: to, isIncluded: isToIncluded },
  };
}

/** Parses `like`, or `is` with an optional `not` and `null`, `true` or `false`. They apply only to fields. */
function parseStateOrLike(reader: TokenReader, left: Expression): Filter | undefined {
  if (left.kind !== 'field') return undefined;
  const { field } = left;
  if (reader.acceptWord('like')) return { kind: 'like', field, pattern: reader.text() };
  if (!reader.acceptWord('is')) return undefined;
  const isNegated = reader.acceptWord('not');
  const state = parseState(reader, field);
  return isNegated ? { kind: 'not', filter: state } : state;
}

function parseState(reader: TokenReader, field: string): Filter {
  if (reader.acceptWord('null')) return { kind: 'isNull', field };
  const value = reader.acceptWord('true');
  if (!value) reader.expectWord('false');
  return { kind: 'isTruth', field, value };
}

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
const isPredicate = (name: string): boolean => Object.hasOwn(predicates, name);

/** Parses a condition that is written as a call. */
function parsePredicate(reader: TokenReader, name: string): Filter {
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
  const point = parseGeometryLiteral(reader);
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
  const [lon1, lat1] = cornerOf(reader, parseGeometryLiteral(reader));
  reader.expectSign(',');
  const [lon2, lat2] = cornerOf(reader, parseGeometryLiteral(reader));
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
  const { geometry } = parseGeometryLiteral(reader);
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
