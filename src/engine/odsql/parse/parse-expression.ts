import {
  type ArithmeticOperator,
  type Call,
  type DateLiteral,
  type Expression,
  type GeometryLiteral,
  isFunction,
  type Literal,
} from '../tree.ts';
import type { Token, TokenReader } from './token-reader.ts';
import { truncate } from '#kernel/text.ts';
import { isDay } from '#engine/schema/date-formats.ts';
import { parseGeometry, parseWkb, parseWkt } from '#engine/geo/parse-geometry.ts';

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

/** The maximum length of a literal in an error, in characters. */
const maxQuoted = 100;

/** Whether the next token begins a literal. A sign does not count as part of a literal here. */
const isLiteral = (reader: TokenReader): boolean =>
  ['text', 'date', 'geom'].includes(reader.token.kind) ||
  ['true', 'false', 'null'].includes(reader.word() ?? '') ||
  (reader.token.kind === 'number' && !reader.isNameFromDigit());

/** Parses a literal. A number may have a sign. */
export function parseLiteral(reader: TokenReader): Literal {
  if (reader.isSign('-') || reader.isSign('+')) return parseNumber(reader);
  const { token } = reader;
  switch (token.kind) {
    case 'text':
      return reader.text();
    case 'number':
      return parseNumber(reader);
    case 'date':
      reader.advance();
      return (
        readDate(token.value) ??
        reader.malformed(
          `${truncate(token.sourceText, maxQuoted)} is not a date such as date'2026-01-31' or date'2026-01-31T08:00:00Z'`,
        )
      );
    case 'geom':
      return parseGeometryLiteral(reader);
    case 'name':
    case 'sign':
    case 'end':
    case 'unknown':
      return parseKeyword(reader);
  }
}

function parseKeyword(reader: TokenReader): boolean | null {
  if (reader.acceptWord('null')) return null;
  if (reader.acceptWord('true')) return true;
  return reader.acceptWord('false') ? false : reader.unexpected();
}

/** Parses a number with or without a sign. */
export function parseNumber(reader: TokenReader): number {
  const isNegative = !reader.acceptSign('+') && reader.acceptSign('-');
  const { token } = reader;
  if (token.kind !== 'number') return reader.unexpected();
  reader.advance();
  const isWhole = /^\d+$/.test(token.sourceText);
  const isRepresentable = isWhole ? Number.isSafeInteger(token.value) : Number.isFinite(token.value);
  if (!isRepresentable)
    reader.malformed(`A double cannot represent the number ${truncate(token.sourceText, maxQuoted)}`);
  return isNegative && token.value !== 0 ? -token.value : token.value;
}

/** Parses an integer with or without a sign. */
export function parseInteger(reader: TokenReader): number {
  const { token } = reader;
  const value = parseNumber(reader);
  return Number.isSafeInteger(value) ? value : reader.unexpected(token);
}

/** Parses a geometry, such as `geom'POINT(7.4 46.9)'`. */
export function parseGeometryLiteral(reader: TokenReader): GeometryLiteral {
  const { token } = reader;
  if (token.kind !== 'geom') return reader.unexpected();
  reader.advance();
  return (
    readGeometryLiteral(token.value) ??
    reader.malformed(
      `${truncate(token.sourceText, maxQuoted)} is not a geometry in WGS 84 as WKT, hexadecimal WKB or GeoJSON`,
    )
  );
}

const dayPattern = /^(\d{4})(?:([-/])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
const timePattern = /^(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Normalises a date in a query to ISO 8601; undefined when the date or time does not exist. */
export function readDate(text: string): DateLiteral | undefined {
  const [, dateText = '', timeText] = /^([^T ]*)(?:[T ](.*))?$/is.exec(text) ?? [];
  const [found, year, dateSeparator, month, dayOfMonth] = dayPattern.exec(dateText) ?? [];
  if (found === undefined || year === undefined || !isDay(Number(year), Number(month ?? 1), Number(dayOfMonth ?? 1)))
    return undefined;
  // Only a date with slashes may omit leading zeros.
  if (dateSeparator === '-' && [month, dayOfMonth].some((part) => part?.length === 1)) return undefined;
  const date = [year, ...[month, dayOfMonth].flatMap((part) => part?.padStart(2, '0') ?? [])].join('-');
  if (timeText === undefined) return { date };
  const [, clock, zone] = timePattern.exec(timeText) ?? [];
  if (clock === undefined || dayOfMonth === undefined) return undefined;
  const written = `${date}T${clock.replace(',', '.')}${isoZone(zone)}`;
  return Number.isNaN(Date.parse(written)) ? undefined : { date: written };
}

const isoZone = (zone = ''): string =>
  zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_zone, hours: string, minutes = '00') => `${hours}:${String(minutes)}`);

const wgs84 = 4326;

/** Reads the text of a geometry literal: WKT, hexadecimal WKB, or GeoJSON, in WGS 84. Undefined for anything else. */
export function readGeometryLiteral(text: string): GeometryLiteral | undefined {
  const geojson = parseGeometry(text);
  if (geojson) return { geometry: geojson };
  const located = parseWkt(text) ?? parseWkb(text);
  return located && (located.srid ?? wgs84) === wgs84 ? { geometry: located.geometry } : undefined;
}
