import {
  type DateLiteral,
  type GroupKey,
  type IntervalUnit,
  intervalUnits,
  type OrderKey,
  type SelectItem,
} from '../tree.ts';
import { parseExpression, parseInteger, parseLiteral, parseNumber } from './parse-expression.ts';
import { TokenReader } from './token-reader.ts';

const maxItems = 100;

/** Parses `select` to its items; no items when the clause is empty. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new TokenReader({ text, clause: 'select' });
  if (reader.token.kind === 'end') return [];
  const items = reader.list(maxItems, () => parseItem(reader));
  reader.expectEnd();
  return items;
}

function parseItem(reader: TokenReader): SelectItem {
  if (reader.acceptSign('*')) return { kind: 'all' };
  const callee = reader.callee();
  if (callee === 'include' || callee === 'exclude') return parsePatterns(reader, callee);
  const key = parseGrouping(reader);
  if (key) return { kind: 'group', key };
  const expression = parseExpression(reader);
  return { kind: 'expression', expression, alias: parseAlias(reader) };
}

function parsePatterns(reader: TokenReader, kind: 'include' | 'exclude'): SelectItem {
  reader.advance();
  reader.expectSign('(');
  const patterns = reader.list(maxItems, () => parsePattern(reader));
  reader.expectSign(')');
  return { kind, patterns };
}

/** Parses `*`, a name, or the beginning of a name followed by a star. */
function parsePattern(reader: TokenReader): string {
  if (reader.acceptSign('*')) return '*';
  const name = reader.name();
  return reader.acceptSign('*') ? `${name}*` : name;
}

const maxOrderKeys = 20;

/** Parses `order_by` to its keys; no keys when the clause is empty. */
export function parseOrderBy(text: string): readonly OrderKey[] {
  const reader = new TokenReader({ text, clause: 'order_by' });
  if (reader.token.kind === 'end') return [];
  const keys = reader.list(maxOrderKeys, () => parseOrderKey(reader));
  reader.expectEnd();
  return keys;
}

function parseOrderKey(reader: TokenReader): OrderKey {
  if (reader.callee() === 'random') return parseRandom(reader);
  const isNegative = reader.acceptSign('-');
  const key = parseGrouping(reader);
  const expression = key ? undefined : parseExpression(reader);
  const isDescending = parseDirection(reader) !== isNegative;
  if (key) return { kind: 'group', key, isDescending };
  return expression ? { kind: 'expression', expression, isDescending } : reader.unexpected();
}

/** Parses an optional `asc` or `desc`; true for `desc`. */
function parseDirection(reader: TokenReader): boolean {
  const isDescending = reader.acceptWord('desc');
  if (!isDescending) reader.acceptWord('asc');
  return isDescending;
}

function parseRandom(reader: TokenReader): OrderKey {
  reader.advance();
  reader.expectSign('(');
  const seed = parseInteger(reader);
  reader.expectSign(')');
  return { kind: 'random', seed };
}

const maxGroupKeys = 20;
/** The maximum number of ends in the ranges of one key. */
const maxSteps = 1_000;
/** The default radius of clusters, in pixels. */
const defaultRadius = 40;

const shortUnits: ReadonlyMap<string, IntervalUnit> = new Map([
  ['ms', 'millisecond'],
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['M', 'month'],
  ['q', 'quarter'],
  ['y', 'year'],
]);

/** Parses `group_by` to its keys; no keys when the clause is empty. */
export function parseGroupBy(text: string): readonly GroupKey[] {
  const reader = new TokenReader({ text, clause: 'group_by' });
  if (reader.token.kind === 'end') return [];
  const keys = reader.list(maxGroupKeys, () => parseGroupKey(reader));
  reader.expectEnd();
  return keys;
}

function parseGroupKey(reader: TokenReader): GroupKey {
  const grouping = parseGrouping(reader);
  if (grouping) return { ...grouping, alias: parseAlias(reader) };
  const expression = parseExpression(reader);
  return { kind: 'expression', expression, text: expression.text, alias: parseAlias(reader) };
}

/** Parses `range(…)` or `geo_cluster(…)`, which `select` and `order_by` can repeat; undefined for anything else. */
function parseGrouping(reader: TokenReader): GroupKey | undefined {
  const start = reader.token;
  const callee = reader.callee();
  if (callee !== 'range' && callee !== 'geo_cluster') return undefined;
  reader.advance();
  reader.expectSign('(');
  const field = reader.name();
  reader.expectSign(',');
  const key = callee === 'range' ? parseRange(reader, field) : parseCluster(reader, field);
  reader.expectSign(')');
  return { ...key, text: reader.sourceTextFrom(start), alias: null };
}

function parseRange(reader: TokenReader, field: string) {
  const unit = unitAt(reader, 1);
  if (reader.token.kind === 'number' && unit) {
    const count = parseInteger(reader);
    reader.advance();
    return { kind: 'interval', field, count, unit } as const;
  }
  const { token } = reader;
  const steps = reader.list(maxSteps, () => parseStep(reader));
  const [width] = steps;
  if (steps.length > 1) return { kind: 'steps', field, steps } as const;
  return typeof width === 'number' ? ({ kind: 'width', field, width } as const) : reader.unexpected(token);
}

/** The interval unit at a token; undefined for another token. Case matters: `m` is a minute, `M` a month. */
function unitAt(reader: TokenReader, offset: number): IntervalUnit | undefined {
  const token = reader.peek(offset);
  if (token.kind !== 'name' || token.isQuoted) return undefined;
  return shortUnits.get(token.name) ?? intervalUnits.find((unit) => token.name === unit || token.name === `${unit}s`);
}

function parseStep(reader: TokenReader): number | DateLiteral | null {
  if (reader.acceptSign('*')) return null;
  const { token } = reader;
  if (token.kind !== 'date') return parseNumber(reader);
  const date = parseLiteral(reader);
  return typeof date === 'object' && date && 'date' in date ? date : reader.unexpected(token);
}

function parseCluster(reader: TokenReader, field: string) {
  const zoom = parseInteger(reader);
  const radius = reader.acceptSign(',') ? parseInteger(reader) : defaultRadius;
  return { kind: 'cluster', field, zoom, radius } as const;
}

/** Parses an optional `as` with an alias; null without one. */
const parseAlias = (reader: TokenReader): string | null => (reader.acceptWord('as') ? reader.name() : null);
