import { comparisonOperators, type ComparisonOperator, type Expression, type Filter } from '../tree.ts';
import { parseExpression, type ParsedFactor } from './parse-expression.ts';
import { parseLiteral } from './parse-literal.ts';
import type { TokenReader } from './token-reader.ts';

/** The maximum number of literals in a list. */
const maxLiterals = 1_000;

/** Parses a condition that begins with an expression. When no operator follows the expression, the result is the expression alone. */
export function parseCondition(
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
