import { isKeyword, type Keyword, type Literal } from './filter.ts';
import { readDate } from './read-date.ts';

/** A token of a query; `at` is its position. */
export type Token = { readonly at: number } & (
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'literal'; readonly value: Literal }
  /** Keywords in lower case, and signs. */
  | { readonly kind: 'word'; readonly word: Keyword | Sign }
  | { readonly kind: 'end' }
);

const signs = ['!=', '<=', '>=', '..', '=', ':', '<', '>', '(', ')', '[', ']', ','] as const;
export type Sign = (typeof signs)[number];

/** Fails with the position of a syntax error and what was expected there. */
export type Refuse = (at: number, expected: string) => never;

const blank = /\s*/y;
const text = /(['"])((?:\\[\s\S]|(?!\1)[^\\])*)\1/y;
const date = /date(?:'([^']*)'|"([^"]*)")/iy;
const quotedField = /`([^`]+)`/y;
const number = /-?\d+(\.\d+)?(e[+-]?\d+)?(?!\w)/iy;
const word = /\w+/y;

/** The tokens of a query, the end included. */
export function tokensOf(query: string, refuse: Refuse): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    at += matchAt(blank, query, at)?.[0].length ?? 0;
    if (at === query.length) return [...tokens, { kind: 'end', at }];
    const { token, length } = readToken(query, at, refuse);
    tokens.push(token);
    at += length;
  }
}

function readToken(query: string, at: number, refuse: Refuse): { token: Token; length: number } {
  const take = (pattern: RegExp) => matchAt(pattern, query, at);
  const literal = (found: RegExpExecArray, value: Literal) => ({
    token: { kind: 'literal', at, value } as const,
    length: found[0].length,
  });
  let found: RegExpExecArray | null;
  if ((found = take(text))) return literal(found, unescaped(found[2] ?? '', at, refuse));
  if ((found = take(date))) {
    return literal(
      found,
      readDate(found[1] ?? found[2] ?? '') ??
        refuse(at, "a date such as date'2026-01-31' or date'2026-01-31T08:00:00Z'"),
    );
  }
  if ((found = take(number))) return literal(found, exact(found, at, refuse));
  if ((found = take(quotedField)))
    return { token: { kind: 'field', at, field: found[1] ?? '' }, length: found[0].length };
  if ((found = take(word))) return { token: wordToken(found[0], at), length: found[0].length };
  const sign = signs.find((each) => query.startsWith(each, at)) ?? refuse(at, expectedAt(query[at] ?? ''));
  return { token: { kind: 'word', at, word: sign }, length: sign.length };
}

function matchAt(pattern: RegExp, query: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(query);
}

function wordToken(found: string, at: number): Token {
  const lower = found.toLowerCase();
  if (lower === 'true' || lower === 'false') return { kind: 'literal', at, value: lower === 'true' };
  return isKeyword(lower) ? { kind: 'word', at, word: lower as Keyword } : { kind: 'field', at, field: found };
}

/** A backslash escapes a quote or a backslash, and nothing else. */
const unescaped = (inside: string, at: number, refuse: Refuse): string =>
  inside.replace(/\\([\s\S])/g, (_both, sign: string, offset: number) =>
    /['"\\]/.test(sign) ? sign : refuse(at + 1 + offset, 'a quote or a backslash after a backslash'),
  );

/** Refuses a number that a double cannot represent: whole numbers must be exact. */
function exact([written, fraction, exponent]: RegExpExecArray, at: number, refuse: Refuse): number {
  const value = Number(written);
  const isWhole = fraction === undefined && exponent === undefined;
  const isHeld = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isHeld ? value + 0 : refuse(at, 'a number that a double holds; write longer ones as texts');
}

function expectedAt(sign: string): string {
  if (sign === "'" || sign === '"') return 'the quote that ends this text';
  return sign === '`' ? "a field's name and the backquote that ends it" : 'a field, a value or an operator';
}
