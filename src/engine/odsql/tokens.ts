/** A token of a query. `position` is in UTF-16 code units; `sourceText` is as it was written. */
export type Token = { readonly position: number; readonly sourceText: string } &
  /** A field, a function or a keyword: the parser decides. */
  (
    | { readonly kind: 'name'; readonly name: string; readonly isQuoted: boolean }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number }
    /** A literal with the prefix `date` or `geom`. */
    | { readonly kind: 'date' | 'geom'; readonly value: string }
    | { readonly kind: 'sign'; readonly sign: Sign }
    | { readonly kind: 'end' }
    /** A character that cannot begin a token. No token follows it. */
    | { readonly kind: 'unknown' }
  );

const signs = ['!=', '<=', '>=', '..', '=', ':', '<', '>', '(', ')', '[', ']', ',', '+', '-', '*', '/'] as const;
export type Sign = (typeof signs)[number];

const blank = /\s*/y;
// Quoted texts cannot contain NUL: PostgreSQL cannot store it, so no record contains it.
const text = /(['"])((?:\\[^\0]|(?!\1)[^\\\0])*)\1/y;
const literalPrefix = /(date|geom)(?='|")/iy;
const quotedName = /`((?:\\`|[^`\0])+)`/y;
const number = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*/uy;

/** Splits a query into tokens. The last token has the kind `end` or `unknown`. */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  for (let position = 0; ;) {
    position += matchAt(blank, query, position)?.[0].length ?? 0;
    const token: Token =
      position === query.length
        ? { kind: 'end', position: position, sourceText: 'end of line' }
        : readToken(query, position);
    tokens.push(token);
    if (token.kind === 'end' || token.kind === 'unknown') return tokens;
    position += token.sourceText.length;
  }
}

function readToken(query: string, position: number): Token {
  const take = (pattern: RegExp) => matchAt(pattern, query, position);
  let found: RegExpExecArray | null;
  if ((found = take(text)))
    return { kind: 'text', position: position, sourceText: found[0], value: unescapeText(found[2] ?? '') };
  if ((found = take(literalPrefix))) {
    const literal = matchAt(text, query, position + found[0].length);
    const kind = found[0].toLowerCase() === 'date' ? 'date' : 'geom';
    if (literal)
      return { kind, position: position, sourceText: found[0] + literal[0], value: unescapeText(literal[2] ?? '') };
  }
  if ((found = take(number)))
    return { kind: 'number', position: position, sourceText: found[0], value: Number(found[0]) };
  if ((found = take(quotedName))) {
    return {
      kind: 'name',
      position: position,
      sourceText: found[0],
      name: (found[1] ?? '').replaceAll('\\`', '`'),
      isQuoted: true,
    };
  }
  if ((found = take(name)))
    return { kind: 'name', position: position, sourceText: found[0], name: found[0], isQuoted: false };
  const sign = signs.find((candidate) => query.startsWith(candidate, position));
  return sign
    ? { kind: 'sign', position: position, sourceText: sign, sign }
    : { kind: 'unknown', position: position, sourceText: String.fromCodePoint(query.codePointAt(position) ?? 0) };
}

function matchAt(pattern: RegExp, query: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(query);
}

/** Removes the backslashes that escape characters in a quoted text. */
export const unescapeText = (escaped: string): string => escaped.replace(/\\([\s\S])/g, '$1');
