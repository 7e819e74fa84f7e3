import { RE2JS } from 're2js';
import { textOf, type Value } from '../../records/record.ts';

const maxPatternLength = 1_000;
const maxProgram = 5_000;
/** Steps of the automaton for one field: the length of its text times the size of the program. */
const maxWork = 20_000_000;

/** A regular expression of RE2, whose work grows with the text alone; or what is wrong with it. */
export function compilePattern(pattern: string): RE2JS | { readonly error: string } {
  if (pattern.length > maxPatternLength) return { error: `Give at most ${maxPatternLength} characters.` };
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() <= maxProgram ? compiled : { error: 'Give a smaller pattern: repeat less.' };
  } catch (error) {
    return { error: `The pattern cannot be used: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** Ends the work on a record whose text, or list of texts, is too long for the pattern. */
export function refuseWork(pattern: RE2JS, value: Value | undefined): void {
  if (pattern.programSize() * textOf(value).length > maxWork)
    throw new RangeError('The text is too long for this pattern.');
}
