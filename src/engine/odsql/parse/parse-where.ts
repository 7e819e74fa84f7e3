import type { Clause, Expression, Filter } from '../tree.ts';
import { parseCondition } from './parse-condition.ts';
import { isPredicate, parsePredicate } from './parse-predicate.ts';
import { TokenReader, type Source } from './token-reader.ts';

/**
 * What a `(` begins is known at its end: a condition, or an expression that more follows. So both are read alike, and an expression alone
 * becomes a condition where one is needed: a name is true, a text is searched for.
 */
type Part = { readonly filter: Filter } | { readonly expression: Expression };

/** The filter of a clause; null when it is empty. Fails ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export const parseWhere = (text: string, clause: Clause = 'where'): Filter | null => parseFilter({ text, clause });

/** The same of a source. */
export function parseFilter(source: Source): Filter | null {
  const reader = new TokenReader(source);
  if (reader.token.kind === 'end') return null;
  const filter = toFilter(reader, parseEither(reader));
  reader.needEnd();
  return filter;
}

const parseEither = (reader: TokenReader): Part =>
  joined(reader, 'or', () => joined(reader, 'and', () => parseNot(reader)));

/** `a`, or `a and b and c` as one list. */
function joined(reader: TokenReader, kind: 'and' | 'or', operand: () => Part): Part {
  const first = operand();
  if (reader.word() !== kind) return first;
  const filters = [toFilter(reader, first)];
  while (reader.takesWord(kind)) filters.push(toFilter(reader, operand()));
  return { filter: { kind, filters } };
}

function parseNot(reader: TokenReader): Part {
  if (!reader.takesWord('not')) return parsePrimary(reader);
  return { filter: { kind: 'not', filter: reader.deeper(() => toFilter(reader, parseNot(reader))) } };
}

function parsePrimary(reader: TokenReader): Part {
  const callee = reader.callee();
  if (callee !== undefined && isPredicate(callee)) return { filter: parsePredicate(reader, callee) };
  const start = reader.token;
  if (!reader.takesSign('(')) return parseCondition(reader);
  const part = reader.deeper(() => parseEither(reader));
  reader.needSign(')');
  if ('filter' in part) return part;
  return parseCondition(reader, { start, expression: { ...part.expression, text: reader.writtenFrom(start) } });
}

function toFilter(reader: TokenReader, part: Part): Filter {
  if ('filter' in part) return part.filter;
  const { expression } = part;
  if (expression.kind === 'field') return { kind: 'isTruth', field: expression.field, value: true };
  return expression.kind === 'literal' && typeof expression.value === 'string'
    ? { kind: 'fullText', fields: null, text: expression.value }
    : reader.unexpected();
}
