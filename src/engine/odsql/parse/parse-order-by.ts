import type { OrderKey } from '../tree.ts';
import { parseExpression } from './parse-expression.ts';
import { parseGrouping } from './parse-group-by.ts';
import { parseInteger } from './parse-literal.ts';
import { TokenReader } from './token-reader.ts';

const maxKeys = 20;

/** Parses `order_by` to its keys; no keys when the clause is empty. */
export function parseOrderBy(text: string): readonly OrderKey[] {
  const reader = new TokenReader({ text, clause: 'order_by' });
  if (reader.token.kind === 'end') return [];
  const keys = reader.list(maxKeys, () => parseKey(reader));
  reader.expectEnd();
  return keys;
}

function parseKey(reader: TokenReader): OrderKey {
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
