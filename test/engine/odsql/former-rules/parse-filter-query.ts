import { failFields } from '#kernel/fail.ts';
import { patternWords } from './condition-test.ts';
import {
  comparisonOperators,
  type Bound,
  type ComparisonOperator,
  type Filter,
  type Keyword,
  type Literal,
} from './filter.ts';
import { tokensOf, type Refuse, type Sign, type Token } from './tokens.ts';

/** The maximum length of a query, in characters. */
const maxLength = 10_000;
/** The maximum nesting of parentheses and `not`. */
const deepest = 20;

/** The limits on a query in addition to the grammar. */
interface Strictness {
  readonly maxConditions: number;
  readonly maxLiterals: number;
  /** Whether the pattern of `like` must contain a word. */
  readonly needsWords: boolean;
}

const lenient: Strictness = { maxConditions: maxLength, maxLiterals: maxLength, needsWords: false };
const strict: Strictness = { maxConditions: 200, maxLiterals: 1_000, needsWords: true };

/**
 * Which records a query asks for; null for all of them, where the query is empty. The language is the part of the public
 * exploration language's `where` clause (ODSQL) that needs no functions: comparisons, `and`, `or`, `not`, parentheses,
 * lists, ranges, `is null` and `like`, in any case. Fails INVALID_INPUT under `field`, with the number of the character
 * at which parsing fails, counted from 1.
 */
export const parseFilterQuery = (query: string, field = 'filterQuery'): Filter | null => parse(query, field, lenient);

/**
 * Checks a query before it is stored: refuses a syntax error, too many conditions or literals in a list, and
 * a `like` without a word. Fails as `parseFilterQuery` does. A stored query is not checked again when it is read, because a
 * failure would break whole responses.
 */
export function checkFilterQuery(query: string, field: string): void {
  parse(query, field, strict);
}

function parse(query: string, field: string, strictness: Strictness): Filter | null {
  const refuse: Refuse = (at, expected) =>
    failFields({ [field]: [`At character ${Array.from(query.slice(0, at)).length + 1}: expected ${expected}.`] });
  if (query.length > maxLength) failFields({ [field]: [`Use ${maxLength} characters at most.`] });
  if (query.trim() === '') return null;
  return new FilterParser(tokensOf(query, refuse), refuse, strictness).query();
}

class FilterParser {
  #next = 0;
  #depth = 0;
  #conditions = 0;
  readonly #tokens: readonly Token[];
  readonly #refuse: Refuse;
  readonly #strictness: Strictness;

  constructor(tokens: readonly Token[], refuse: Refuse, strictness: Strictness) {
    this.#tokens = tokens;
    this.#refuse = refuse;
    this.#strictness = strictness;
  }

  query(): Filter {
    const filter = this.#either();
    if (this.#token.kind !== 'end') this.#expected('"and", "or" or the end of the query');
    return filter;
  }

  #either(): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#term()));
  }

  /** `a`, or `a and b and c` as one list. */
  #joined(kind: 'and' | 'or', operand: () => Filter): Filter {
    const filters = [operand()];
    while (this.#takes(kind)) filters.push(operand());
    const [only, ...others] = filters;
    return only && others.length === 0 ? only : { kind, filters };
  }

  #term(): Filter {
    if (this.#takes('not')) return { kind: 'not', filter: this.#deeper(() => this.#term()) };
    if (!this.#takes('(')) return this.#condition();
    const filter = this.#deeper(() => this.#either());
    this.#need(')', 'an operator or ")"');
    return filter;
  }

  #deeper(read: () => Filter): Filter {
    if (this.#depth === deepest) this.#expected(`at most ${deepest} levels of parentheses and "not"`);
    this.#depth += 1;
    const filter = read();
    this.#depth -= 1;
    return filter;
  }

  #condition(): Filter {
    if (this.#token.kind !== 'field') this.#expected('a field, "not" or "("');
    const { field } = this.#token;
    if (++this.#conditions > this.#strictness.maxConditions)
      this.#expected(`at most ${this.#strictness.maxConditions} conditions`);
    this.#next += 1;
    if (this.#takes('like')) return { kind: 'like', field, pattern: this.#pattern() };
    if (this.#takes('is')) return this.#state(field);
    if (this.#takes('in')) return this.#takes('(') ? this.#list(field) : this.#range(field);
    return this.#comparison(field);
  }

  #comparison(field: string): Filter {
    const operator = this.#operator();
    return {
      kind: 'comparison',
      field,
      operator,
      value: operator === '=' || operator === '!=' ? this.#literal() : this.#ordered(),
    };
  }

  /** `is null`, `is true`, `is false`, and the same with `not`. */
  #state(field: string): Filter {
    const isNot = this.#takes('not');
    const { value } = { value: undefined, ...this.#token };
    if (typeof value === 'boolean') this.#next += 1;
    else this.#need('null', '"null", "true" or "false"');
    const state: Filter =
      typeof value === 'boolean' ? { kind: 'comparison', field, operator: '=', value } : { kind: 'isNull', field };
    return isNot ? { kind: 'not', filter: state } : state;
  }

  #list(field: string): Filter {
    const values = [this.#literal()];
    while (this.#takes(',')) {
      if (values.length === this.#strictness.maxLiterals) this.#expected(`at most ${values.length} values in a list`);
      values.push(this.#literal());
    }
    this.#need(')', '"," or ")"');
    return { kind: 'in', field, values };
  }

  #range(field: string): Filter {
    const opens = this.#takes('[');
    if (!opens) this.#need(']', '"(", "[" or "]"');
    const from: Bound = { value: this.#ordered(), isIncluded: opens };
    if (!this.#takes('..')) this.#need('to', '"to" or ".."');
    const { at } = this.#token;
    const value = this.#ordered();
    if (typeof value !== typeof from.value) this.#refuse(at, 'a value of the same kind as at the start of the range');
    const closes = this.#takes(']');
    if (!closes) this.#need('[', '"]" or "["');
    return { kind: 'range', field, from, to: { value, isIncluded: closes } };
  }

  /** ":" is a synonym of "=" (ODSQL, comparison operators). */
  #operator(): ComparisonOperator {
    if (this.#takes(':')) return '=';
    return (
      comparisonOperators.find((operator) => this.#takes(operator)) ??
      this.#expected('an operator, "in", "is" or "like" after the field')
    );
  }

  #literal(): Literal {
    if (this.#token.kind !== 'literal') this.#expected('a text in quotes, a number, a date, true or false');
    const { value } = this.#token;
    this.#next += 1;
    return value;
  }

  /** A literal of a type that has an order. */
  #ordered(): Literal {
    const { at } = this.#token;
    const value = this.#literal();
    return typeof value === 'boolean' ? this.#refuse(at, 'a text in quotes, a number or a date') : value;
  }

  #pattern(): string {
    const { at } = this.#token;
    const value = this.#literal();
    if (typeof value !== 'string') return this.#refuse(at, 'a text in quotes');
    const isRefused = this.#strictness.needsWords && patternWords(value).length === 0;
    return isRefused
      ? this.#refuse(at, 'a text with a word in it, letters or digits: every record would match, or none')
      : value;
  }

  #takes(word: Keyword | Sign): boolean {
    const token = this.#token;
    const isThere = token.kind === 'word' && token.word === word;
    if (isThere) this.#next += 1;
    return isThere;
  }

  #need(word: Keyword | Sign, expected: string): void {
    if (!this.#takes(word)) this.#expected(expected);
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 };
  }

  #expected(expected: string): never {
    return this.#refuse(this.#token.at, expected);
  }
}
