import { isReserved } from '#kernel/odsql-names.ts';
import { failSemantics, failSyntax } from '../errors.ts';
import type { Clause } from '../tree.ts';

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
type Sign = (typeof signs)[number];

const blank = /\s*/y;
// Quoted texts cannot contain NUL: PostgreSQL cannot store it, so no record contains it.
const text = /(['"])((?:\\[^\0]|(?!\1)[^\\\0])*)\1/y;
const literalPrefix = /(date|geom)(?='|")/iy;
const quotedName = /`((?:\\`|[^`\0])+)`/y;
const number = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*/uy;

/** Splits a query into tokens. The last token has the kind `end` or `unknown`. */
function tokensOf(query: string): Token[] {
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

/** The maximum length of a clause, in characters. */
export const maxClauseLength = 10_000;
/** The maximum nesting of parentheses, calls and `not`. */
const maxDepth = 20;

/** The text of a clause, and the rules for reading it. */
export interface Source {
  readonly text: string;
  readonly clause: Clause;
  /** Whether the text is a stored filter, in which fields may have names that are reserved elsewhere. */
  readonly isStored?: boolean;
}

/** Reads the tokens of a clause one after the other. Fails ODSQL_SYNTAX_ERROR at the first token that does not fit. */
export class TokenReader {
  readonly source: Source;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(source: Source) {
    this.source = source;
    if (source.text.length > maxClauseLength) this.malformed(`The clause is longer than ${maxClauseLength} characters`);
    this.#tokens = tokensOf(source.text);
  }

  /** The next token. */
  get token(): Token {
    return this.peek(0);
  }

  /** The token at an offset from the next one; beyond the end, the last token. */
  peek(offset: number): Token {
    const index = Math.min(this.#next + offset, this.#tokens.length - 1);
    return this.#tokens[index] ?? { kind: 'end', position: 0, sourceText: '' };
  }

  /** Consumes the next token and returns it. */
  advance(): Token {
    const { token } = this;
    this.#next += 1;
    return token;
  }

  /** Whether the token at an offset is a sign. */
  isSign(sign: Sign, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'sign' && token.sign === sign;
  }

  /** Consumes the next token if it is the sign; returns whether it was. */
  acceptSign(sign: Sign): boolean {
    const isMatch = this.isSign(sign);
    if (isMatch) this.#next += 1;
    return isMatch;
  }

  /** Consumes a sign. Fails for another token. */
  expectSign(sign: Sign): void {
    if (!this.acceptSign(sign)) this.unexpected();
  }

  /** The word of a name without quotes, in lower case; undefined for another token. */
  word(offset = 0): string | undefined {
    const token = this.peek(offset);
    return token.kind === 'name' && !token.isQuoted ? token.name.toLowerCase() : undefined;
  }

  /** Consumes the next token if it is the word; returns whether it was. */
  acceptWord(word: string): boolean {
    const isMatch = this.word() === word;
    if (isMatch) this.#next += 1;
    return isMatch;
  }

  /** Consumes a word. Fails for another token. */
  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.unexpected();
  }

  /** The name of the function, in lower case, when a name and an opening parenthesis come next; otherwise undefined. */
  callee(): string | undefined {
    return this.isSign('(', 1) ? this.word() : undefined;
  }

  /** Consumes the name of a field or an alias. */
  name(): string {
    const { token } = this;
    if (this.source.isStored && token.kind === 'number') return this.#nameFromDigit(token);
    if (token.kind !== 'name') this.unexpected();
    if (!token.isQuoted && isReserved(token.name, this.source.isStored))
      this.unexpected(
        token,
        this.isSign('(', 1) ? undefined : `${token.name} is a word of ODSQL: for a field, write \`${token.name}\`.`,
      );
    this.#next += 1;
    return token.name;
  }

  /** Whether the next two tokens, a number and a word without a space between them, are one name. */
  isNameFromDigit(): boolean {
    const [number, word] = [this.token, this.peek(1)];
    const isJoined = number.kind === 'number' && word.position === number.position + number.sourceText.length;
    return this.source.isStored === true && isJoined && word.kind === 'name' && !word.isQuoted;
  }

  #nameFromDigit(number: Token): string {
    if (!this.isNameFromDigit()) this.unexpected();
    this.#next += 2;
    return number.sourceText + this.peek(-1).sourceText;
  }

  /** Consumes a text in quotes and returns its value. */
  text(): string {
    const { token } = this;
    if (token.kind !== 'text') this.unexpected();
    this.#next += 1;
    return token.value;
  }

  /** Reads items separated by commas, at most `max` of them. */
  list<Item>(max: number, read: () => Item): Item[] {
    const items = [read()];
    while (this.acceptSign(',')) {
      if (items.length === max) this.malformed(`A list has more than ${max} items`);
      items.push(read());
    }
    return items;
  }

  /** Reads a nested part. Fails beyond the maximum nesting. */
  nested<Result>(read: () => Result): Result {
    if (this.#depth === maxDepth) this.malformed(`More than ${maxDepth} levels of parentheses`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** The source text from a token to the last consumed token. */
  sourceTextFrom(start: Token): string {
    const last = this.peek(-1);
    return this.source.text.slice(start.position, last.position + last.sourceText.length);
  }

  /** Fails unless all tokens are consumed. */
  expectEnd(): void {
    if (this.token.kind !== 'end') this.unexpected();
  }

  /** Fails ODSQL_SYNTAX_ERROR at a token; `hint` is a sentence with the correction. */
  unexpected(token: Token = this.token, hint?: string): never {
    return failSyntax(this.source.clause, this.source.text, token.position, token.sourceText, hint);
  }

  /** Fails ODSQL_ERROR. */
  malformed(reason: string): never {
    return failSemantics(this.source.clause, reason);
  }
}
