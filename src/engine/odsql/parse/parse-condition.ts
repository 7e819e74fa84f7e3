import { comparisonOperators, type ComparisonOperator, type Expression, type Filter } from '../tree.ts';
import { parseExpression, type Begun } from './parse-expression.ts';
import { parseLiteral } from './parse-literal.ts';
import type { TokenReader } from './token-reader.ts';

/** The most literals in a list. */
const maxLiterals = 1_000;

/** A condition that begins with an expression, or the expression when no operator follows it. */
export function parseCondition(
  reader: TokenReader,
  begun?: Begun,
): { readonly filter: Filter } | { readonly expression: Expression } {
  const left = parseExpression(reader, begun);
  const filter = parseStateOrLike(reader, left) ?? parseMembership(reader, left) ?? parseComparison(reader, left);
  return filter ? { filter } : { expression: left };
}

function parseComparison(reader: TokenReader, left: Expression): Filter | undefined {
  const operator: ComparisonOperator | undefined = reader.takesSign(':')
    ? '='
    : comparisonOperators.find((each) => reader.takesSign(each));
  return operator && { kind: 'comparison', left, operator, right: parseExpression(reader) };
}

/** `in` a list or a range, where a colon may stand for `in`; `"a" in name`. */
function parseMembership(reader: TokenReader, left: Expression): Filter | undefined {
  const isColon = reader.isSign(':') && (['(', '[', ']'] as const).some((sign) => reader.isSign(sign, 1));
  if (isColon) reader.advance();
  else if (!reader.takesWord('in')) return undefined;
  if (reader.takesSign('(')) return parseList(reader, left);
  if (reader.isSign('[') || reader.isSign(']')) return parseRange(reader, left);
  if (left.kind !== 'literal') return reader.unexpected();
  const field = reader.name();
  return { kind: 'comparison', left: { kind: 'field', field, text: field }, operator: '=', right: left };
}

function parseList(reader: TokenReader, left: Expression): Filter {
  const values = reader.list(maxLiterals, () => parseLiteral(reader));
  reader.needSign(')');
  return { kind: 'in', left, values };
}

/** A bracket that opens outwards leaves its bound out: `]1..5[`. */
function parseRange(reader: TokenReader, left: Expression): Filter {
  const isFromIncluded = reader.takesSign('[');
  if (!isFromIncluded) reader.needSign(']');
  const from = parseLiteral(reader);
  if (!reader.takesSign('..')) reader.needWord('to');
  const to = parseLiteral(reader);
  const isToIncluded = reader.takesSign(']');
  if (!isToIncluded) reader.needSign('[');
  return {
    kind: 'range',
    left,
    from: { value: from, isIncluded: isFromIncluded },
    to: { value: to, isIncluded: isToIncluded },
  };
}

/** `like`, `is null`, `is true`, `is false`, and the last three with `not`: of fields alone. */
function parseStateOrLike(reader: TokenReader, left: Expression): Filter | undefined {
  if (left.kind !== 'field') return undefined;
  const { field } = left;
  if (reader.takesWord('like')) return { kind: 'like', field, pattern: reader.text() };
  if (!reader.takesWord('is')) return undefined;
  const isNot = reader.takesWord('not');
  const state = parseState(reader, field);
  return isNot ? { kind: 'not', filter: state } : state;
}

function parseState(reader: TokenReader, field: string): Filter {
  if (reader.takesWord('null')) return { kind: 'isNull', field };
  const value = reader.takesWord('true');
  if (!value) reader.needWord('false');
  return { kind: 'isTruth', field, value };
}
