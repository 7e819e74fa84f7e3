import { truncate } from '#kernel/text.ts';
import type { GeometryLiteral, Literal } from '../tree.ts';
import { readDate } from './read-date.ts';
import { readGeometryLiteral } from './read-geometry-literal.ts';
import type { TokenReader } from './token-reader.ts';

/** The maximum length of a literal in an error, in characters. */
const maxQuoted = 100;

/** Whether the next token begins a literal. A sign does not count as part of a literal here. */
export const isLiteral = (reader: TokenReader): boolean =>
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
      return parseGeometry(reader);
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
export function parseGeometry(reader: TokenReader): GeometryLiteral {
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
