import type { SelectItem } from '../tree.ts';
import { parseAlias } from './parse-alias.ts';
import { parseExpression } from './parse-expression.ts';
import { parseGrouping } from './parse-group-by.ts';
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
