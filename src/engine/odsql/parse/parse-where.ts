import type { Clause, Expression, Filter } from '../tree.ts';
import { parseCondition } from './parse-condition.ts';
import { isPredicate, parsePredicate } from './parse-predicate.ts';
import { TokenReader, type Source } from './token-reader.ts';

/**
 * A condition, or an expression that may be the beginning of a condition. Only after the closing parenthesis does the parser know which
 * of the two the parentheses contain. Where a condition is needed, a field alone means that it is true, and a text alone is searched for.
 */
type Part = { readonly filter: Filter } | { readonly expression: Expression };

/** Parses a clause to its filter; null when the clause is empty. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export const parseWhere = (text: string, clause: Clause = 'where'): Filter | null => parseFilter({ text, clause });

/** Parses a clause with its options to its filter; null when the clause is empty. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export function parseFilter(source: Source): Filter | null {
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
