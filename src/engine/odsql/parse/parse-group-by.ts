import { intervalUnits, type DateLiteral, type GroupKey, type IntervalUnit } from '../tree.ts';
import { parseAlias } from './parse-alias.ts';
import { parseExpression } from './parse-expression.ts';
import { parseInteger, parseLiteral, parseNumber } from './parse-literal.ts';
import { TokenReader } from './token-reader.ts';

const maxKeys = 20;
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
  const keys = reader.list(maxKeys, () => parseKey(reader));
  reader.expectEnd();
  return keys;
}

function parseKey(reader: TokenReader): GroupKey {
  const grouping = parseGrouping(reader);
  if (grouping) return { ...grouping, alias: parseAlias(reader) };
  const expression = parseExpression(reader);
  return { kind: 'expression', expression, text: expression.text, alias: parseAlias(reader) };
}

/** Parses `range(…)` or `geo_cluster(…)`, which `select` and `order_by` can repeat; undefined for anything else. */
export function parseGrouping(reader: TokenReader): GroupKey | undefined {
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
