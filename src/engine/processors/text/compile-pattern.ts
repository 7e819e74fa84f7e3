import { RE2JS } from 're2js';
import { textOf, type Value } from '#engine/records/record.ts';

const maxPatternLength = 1_000;
const maxProgramSize = 5_000;
/** The maximum number of steps for one field: the length of its text times the size of the compiled pattern. */
const maxSteps = 20_000_000;

/** Compiles an RE2 regular expression, which runs in linear time; returns an error message when it is invalid. */
export function compilePattern(pattern: string): RE2JS | { readonly error: string } {
  if (pattern.length > maxPatternLength) return { error: `Give at most ${maxPatternLength} characters.` };
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() <= maxProgramSize
      ? compiled
      : { error: 'The pattern is too large. Use smaller repetition counts.' };
  } catch (error) {
    return { error: `The pattern is invalid: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** Throws RangeError when a text, or list of texts, is too long for the pattern. */
export function assertPatternCost(pattern: RE2JS, value: Value | undefined): void {
  if (pattern.programSize() * textOf(value).length > maxSteps)
    throw new RangeError('The text is too long for this pattern.');
}
