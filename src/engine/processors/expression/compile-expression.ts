import { compileExpression as compile } from 'filtrex';
import type { Row, Value } from '../../row.ts';
import { maxMadeText, refuseLength } from '../change-text.ts';
import { expressionFunctions } from './expression-functions.ts';
import { expressionOperators } from './expression-operators.ts';

/** The longest expression, in characters: it bounds the work on one record. */
const maxLength = 1_000;
/** The most elements of a list that an expression reads: `in` compares each with each. */
const maxElements = 200;

/** Computes a value from a row; throws RangeError with the reason where it cannot. */
export type Computation = (row: Row) => Value;

const keywords = new Set(['and', 'or', 'not', 'in', 'of', 'if', 'then', 'else', 'mod']);
const anyKeyword = `(?<![\\w$.])(?:${[...keywords].join('|')})`;
const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/;
const keyword = new RegExp(`${anyKeyword}(?![\\w$.\\s])`);
/** What the library would match with patterns that backtrack, warns of on the console, or would read in halves. */
const refused = new RegExp(`~=|[%?:]|${anyKeyword}[$.]`);
const call = /(?<![\w$.])[a-zA-Z$_][\w.$]*(?=\s*\()/;

const either = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'), 'g');

/** The parts of an expression that match, left to right; what is quoted is passed over. */
const partsOf = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(either(quoted, pattern)), ([part]) => part).filter((part) => !/^["']/.test(part));

/**
 * Compiles an expression of the language of filtrex: fields by name (`price`, `$price`, `'price'`), numbers, `"texts"`,
 * arithmetic, comparisons, `and`, `or`, `not`, `in`, `if … then … else …`, and functions of ours. An equals sign before
 * it is allowed. Returns a message that tells the place when it cannot be read.
 */
export function compileExpression(text: string): Computation | { readonly error: string } {
  const source = text.trim().replace(/^=/, '');
  if (source.length > maxLength) return { error: `Give at most ${maxLength} characters.` };
  const [wrong] = partsOf(source, refused);
  if (wrong !== undefined) return { error: `There is no ${wrong}; there are: + - * / ^ mod == != < <= > >= and or not in if-then-else.` };
  const unknown = partsOf(source, call).find((name) => !keywords.has(name) && !Object.hasOwn(expressionFunctions, name));
  if (unknown !== undefined) return { error: `There is no function ${unknown}; there are: ${Object.keys(expressionFunctions).join(', ')}.` };
  try {
    // The library's reader takes the character after a keyword for a part of it.
    const compute = compile(source.replace(either(quoted, keyword), (part) => (keywords.has(part) ? `${part} ` : part)), {
      extraFunctions: expressionFunctions,
      operators: expressionOperators,
      constants: { true: true, false: false, null: null },
      customProp: (name, _get, holder: unknown) => readable(ownValue(holder, name)),
    });
    return (row) => resultOf(compute(row));
  } catch (error) {
    return { error: problemOf(error) };
  }
}

/** Null for what is not there, so that a record without the field is one with an empty field. */
function ownValue(holder: unknown, name: string): Value {
  if (typeof holder !== 'object' || holder === null) return null;
  const own = [name, name.replace(/^\$/, '')].find((candidate) => Object.hasOwn(holder, candidate));
  // A row and everything in it are JSON.
  return own === undefined ? null : (holder as Row)[own] ?? null;
}

function readable(value: Value): Value {
  if (typeof value === 'string' && value.length > maxMadeText) throw new RangeError(`An expression reads texts of at most ${maxMadeText} characters.`);
  if (Array.isArray(value) && value.length > maxElements) throw new RangeError(`An expression reads lists of at most ${maxElements} elements.`);
  return value;
}

/** The library returns errors instead of throwing them. */
function resultOf(result: unknown): Value {
  if (result instanceof Error) throw new RangeError(result.message);
  if (typeof result === 'string') refuseLength(result.length);
  // Fields, constants, operators and functions give JSON, and nothing else does.
  return (result ?? null) as Value;
}

/** From the library's message: a line of the text around the place, and below it an arrow at the place. */
function problemOf(error: unknown): string {
  const [, excerpt = '', pointer = ''] = error instanceof Error ? error.message.split('\n') : [];
  const at = pointer.indexOf('^');
  if (at === -1) return 'The expression cannot be read.';
  const before = excerpt.slice(0, at);
  const rest = excerpt.slice(at);
  return rest === '' ? `The expression ends too early, after ${before}` : `The expression cannot be read at ${rest}${before && `, after ${before}`}`;
}
