import { isFunction } from '../functions.ts';
import type { Token } from '../tokens.ts';
import type { ArithmeticOperator, Call, Expression } from '../tree.ts';
import { isLiteral, parseInteger, parseLiteral } from './parse-literal.ts';
import type { TokenReader } from './token-reader.ts';

/** The maximum number of operators in one expression. Each operator makes the tree one level deeper. */
const maxOperators = 200;
const maxArguments = 20;

/** An expression whose first factor is already read. */
export interface ParsedFactor {
  readonly start: Token;
  readonly expression: Expression;
}

/** Parses an expression: `term { ("+" | "-") term }`. `first` is its first factor when that has been read. */
export function parseExpression(reader: TokenReader, first?: ParsedFactor): Expression {
  const operatorBudget = { left: maxOperators };
  const term = (begun?: ParsedFactor) =>
    parseChain(reader, ['*', '/'], operatorBudget, () => parseFactor(reader), begun);
  const begun = first && { start: first.start, expression: term(first) };
  return parseChain(reader, ['+', '-'], operatorBudget, () => term(), begun);
}

/** Parses operands that are joined by operators of one precedence, from left to right. */
function parseChain(
  reader: TokenReader,
  operators: readonly ArithmeticOperator[],
  operatorBudget: { left: number },
  operand: () => Expression,
  first?: ParsedFactor,
): Expression {
  const start = first?.start ?? reader.token;
  let left = first?.expression ?? operand();
  for (let operator = takeOperator(reader, operators); operator; operator = takeOperator(reader, operators)) {
    if (operatorBudget.left-- === 0) reader.malformed(`An expression has more than ${maxOperators} operators`);
    const right = operand();
    left = { kind: 'arithmetic', operator, left, right, text: reader.sourceTextFrom(start) };
  }
  return left;
}

function takeOperator(reader: TokenReader, operators: readonly ArithmeticOperator[]): ArithmeticOperator | undefined {
  const operator = operators.find((sign) => reader.acceptSign(sign));
  // Two adjacent hyphens begin a comment in SQL. ODSQL has no comments, so they are an error.
  if (operator === '-' && reader.isSign('-') && reader.token.position === reader.peek(-1).position + 1)
    reader.unexpected();
  return operator;
}

function parseFactor(reader: TokenReader): Expression {
  const start = reader.token;
  const isPositive = reader.acceptSign('+');
  const isNegative = !isPositive && reader.acceptSign('-');
  const operand = parseOperand(reader);
  // The text of a bare name is the name, without its backquotes.
  if (!isPositive && !isNegative) return operand;
  const text = reader.sourceTextFrom(start);
  if (isPositive) return { ...operand, text };
  return operand.kind === 'literal' && typeof operand.value === 'number' && operand.value !== 0
    ? { kind: 'literal', value: -operand.value, text }
    : { kind: 'negative', operand, text };
}

function parseOperand(reader: TokenReader): Expression {
  const start = reader.token;
  if (reader.acceptSign('(')) {
    const inside = reader.nested(() => parseExpression(reader));
    reader.expectSign(')');
    return { ...inside, text: reader.sourceTextFrom(start) };
  }
  if (isLiteral(reader)) {
    const value = parseLiteral(reader);
    return { kind: 'literal', value, text: reader.sourceTextFrom(start) };
  }
  const callee = reader.callee();
  if (callee !== undefined && isFunction(callee)) return reader.nested(() => parseCall(reader, callee));
  const field = reader.name();
  return { kind: 'field', field, text: field };
}

function parseCall(reader: TokenReader, name: string): Call {
  const start = reader.advance();
  reader.expectSign('(');
  const isStar = reader.acceptSign('*');
  const isDistinct = !isStar && reader.word() === 'distinct' && reader.acceptWord('distinct');
  const named: { name: string; value: number }[] = [];
  const parsed: Expression[] = [];
  if (!isStar && (isDistinct || !reader.isSign(')'))) {
    reader.list(maxArguments, () => {
      if (name === 'now' && reader.isSign('=', 1)) named.push(parseNamed(reader));
      else parsed.push(parseExpression(reader));
    });
  }
  reader.expectSign(')');
  return { kind: 'call', name, arguments: parsed, isStar, isDistinct, named, text: reader.sourceTextFrom(start) };
}

/** A named argument of `now`: `year=2026`, `days=-1`. */
function parseNamed(reader: TokenReader): { name: string; value: number } {
  const name = reader.word() ?? reader.unexpected();
  reader.advance();
  reader.expectSign('=');
  return { name, value: parseInteger(reader) };
}
