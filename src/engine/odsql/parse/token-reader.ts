import { failMeaning, failSyntax } from '../errors.ts';
import { tokensOf, type Sign, type Token } from '../tokens.ts';
import type { Clause } from '../tree.ts';
import { isReserved } from './reserved-words.ts';

/** The longest clause, in characters. */
export const maxClauseLength = 10_000;
/** The deepest nesting of parentheses, calls and `not`. */
const maxDepth = 20;

/** A clause and how to read it. */
export interface Source {
  readonly text: string;
  readonly clause: Clause;
  /**
   * Whether it is a filter that was stored, perhaps before functions had names: words that are reserved now and names that begin with
   * a digit are fields in it.
   */
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

  get token(): Token {
    return this.peek(0);
  }

  /** A token further on. */
  peek(offset: number): Token {
    const at = Math.min(this.#next + offset, this.#tokens.length - 1);
    return this.#tokens[at] ?? { kind: 'end', at: 0, written: '' };
  }

  advance(): Token {
    const { token } = this;
    this.#next += 1;
    return token;
  }

  isSign(sign: Sign, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'sign' && token.sign === sign;
  }

  takesSign(sign: Sign): boolean {
    const isThere = this.isSign(sign);
    if (isThere) this.#next += 1;
    return isThere;
  }

  needSign(sign: Sign): void {
    if (!this.takesSign(sign)) this.unexpected();
  }

  /** The word of a name without quotes, in lower case; undefined for another token. */
  word(offset = 0): string | undefined {
    const token = this.peek(offset);
    return token.kind === 'name' && !token.isQuoted ? token.name.toLowerCase() : undefined;
  }

  takesWord(word: string): boolean {
    const isThere = this.word() === word;
    if (isThere) this.#next += 1;
    return isThere;
  }

  needWord(word: string): void {
    if (!this.takesWord(word)) this.unexpected();
  }

  /** The word of a call that begins here: a word and an opening parenthesis. */
  callee(): string | undefined {
    return this.isSign('(', 1) ? this.word() : undefined;
  }

  /** The name of a field or an alias. */
  name(): string {
    const { token } = this;
    if (this.source.isStored && token.kind === 'number') return this.#nameFromDigit(token);
    if (token.kind !== 'name' || (!token.isQuoted && isReserved(token.name, this.source.isStored))) this.unexpected();
    this.#next += 1;
    return token.name;
  }

  /** Whether a number and the word behind it are one name. */
  isNameFromDigit(): boolean {
    const [number, word] = [this.token, this.peek(1)];
    const isJoined = number.kind === 'number' && word.at === number.at + number.written.length;
    return this.source.isStored === true && isJoined && word.kind === 'name' && !word.isQuoted;
  }

  #nameFromDigit(number: Token): string {
    if (!this.isNameFromDigit()) this.unexpected();
    this.#next += 2;
    return number.written + this.peek(-1).written;
  }

  text(): string {
    const { token } = this;
    if (token.kind !== 'text') this.unexpected();
    this.#next += 1;
    return token.value;
  }

  /** `a, b, c`, at most `max` of them. */
  list<Item>(max: number, read: () => Item): Item[] {
    const items = [read()];
    while (this.takesSign(',')) {
      if (items.length === max) this.malformed(`A list has more than ${max} items`);
      items.push(read());
    }
    return items;
  }

  /** Reads one level deeper. */
  deeper<Result>(read: () => Result): Result {
    if (this.#depth === maxDepth) this.malformed(`More than ${maxDepth} levels of parentheses`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** How the query writes what begins with a token and ends before the next one. */
  writtenFrom(start: Token): string {
    const last = this.peek(-1);
    return this.source.text.slice(start.at, last.at + last.written.length);
  }

  needEnd(): void {
    if (this.token.kind !== 'end') this.unexpected();
  }

  unexpected(token: Token = this.token): never {
    return failSyntax(this.source.clause, this.source.text, token.at, token.written);
  }

  malformed(reason: string): never {
    return failMeaning(this.source.clause, reason);
  }
}
