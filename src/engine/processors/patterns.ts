import { RE2JS } from 're2js';
import type { FieldErrors } from '#kernel/fail.ts';
import { assertTextLength, changeText, maxReplacementLength } from './change-text.ts';
import { defineProcessor } from './processor.ts';
import { textOf, type Value } from '../records/record.ts';

/** The time limit for one text: each match may read far ahead, so many matches can take long although a single match is fast. */
const timeoutMs = 200;

/** A literal text, or a reference to a group by number or name. */
type Part = { readonly text: string } | { readonly group: number | string };

/** Reads `\1`, `\g<1>`, `\g<name>` and `\\` in a replacement; everything else is literal text. */
function parseReplacement(replacement: string): Part[] {
  const parts: Part[] = [];
  for (const [whole, number, name] of replacement.matchAll(/\\(\d{1,2})|\\g<(\w+)>|\\\\|\\|[^\\]+/g)) {
    const group = number ?? name;
    if (group !== undefined) parts.push({ group: /^\d+$/.test(group) ? Number(group) : group });
    else parts.push({ text: whole === '\\\\' ? '\\' : whole });
  }
  return parts;
}

function check(params: { readonly regexp: string; readonly new: string }): FieldErrors {
  if (params.new.length > maxReplacementLength) return { new: [`Give at most ${maxReplacementLength} characters.`] };
  const pattern = compilePattern(params.regexp);
  if (!(pattern instanceof RE2JS)) return { regexp: [pattern.error] };
  const names = Object.keys(pattern.namedGroups());
  const unknown = parseReplacement(params.new).find(
    (part) =>
      'group' in part &&
      (typeof part.group === 'number' ? part.group > pattern.groupCount() : !names.includes(part.group)),
  );
  return unknown && 'group' in unknown ? { new: [`The pattern has no group ${unknown.group}.`] } : {};
}

function createReplacer(pattern: RE2JS, parts: readonly Part[]): (text: string) => string {
  return (text) => {
    const matcher = pattern.matcher(text);
    const deadline = performance.now() + timeoutMs;
    let result = '';
    let end = 0;
    while (matcher.find()) {
      result += text.slice(end, matcher.start());
      for (const part of parts) result += 'text' in part ? part.text : (matcher.group(part.group) ?? '');
      end = matcher.end();
      assertTextLength(result.length);
      if (performance.now() > deadline) throw new RangeError('The pattern takes too long on this text.');
    }
    return result + text.slice(end);
  };
}

/** Replaces the matches of an RE2 regular expression; `\1` and `\g<name>` in the new text insert groups. */
export const regexpReplace = defineProcessor({
  type: 'regexp_replace',
  label: 'Replace by regular expression',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'regexp',
      type: 'text',
      label: 'Regular expression',
      description: 'In RE2 syntax.',
      isMandatory: true,
    },
    {
      name: 'new',
      type: 'text',
      label: 'New text',
      description: '\\1 and \\g<name> insert groups of the match.',
      isMandatory: false,
      default: '',
    },
  ],
  check,
  prepare: ({ field, regexp, new: replacement }) => {
    const pattern = RE2JS.compile(regexp);
    const replace = createReplacer(pattern, parseReplacement(replacement));
    return (record) => {
      assertPatternCost(pattern, record[field]);
      if (record[field] !== undefined) record[field] = changeText(record[field], replace);
      return record;
    };
  },
});

/** The error when the names of groups cannot be field names, or no group has a name; undefined when there is no error. */
function groupProblem(pattern: RE2JS): string | undefined {
  const names = Object.keys(pattern.namedGroups());
  if (names.length === 0) return 'Give the pattern a named group for each field to fill: (?P<area>[0-9]{2}).';
  // A record is a plain object, so the names of Object.prototype cannot be field names.
  const taken = names.find((name) => name in {});
  return taken === undefined ? undefined : `A field cannot be named ${taken}.`;
}

/** Writes the matches of the named groups of a pattern into fields of the same names; null without a match. */
export const stringExtractor = defineProcessor({
  type: 'string_extractor',
  label: 'Extract text',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'regexp',
      type: 'text',
      label: 'Regular expression',
      description: 'In RE2 syntax. Each named group, (?P<name>…), fills the field of its name.',
      isMandatory: true,
    },
  ],
  check: ({ regexp }) => {
    const pattern = compilePattern(regexp);
    const problem = pattern instanceof RE2JS ? groupProblem(pattern) : pattern.error;
    return problem === undefined ? {} : { regexp: [problem] };
  },
  prepare: ({ field, regexp }) => {
    const pattern = RE2JS.compile(regexp);
    const names = Object.keys(pattern.namedGroups());
    const matchIn = (value: Value | undefined) => {
      const matcher = pattern.matcher(textOf(value));
      return matcher.find() ? matcher : undefined;
    };
    return (record) => {
      const value = record[field];
      assertPatternCost(pattern, value);
      const match = Array.isArray(value)
        ? value
            .values()
            .map(matchIn)
            .find((found) => found !== undefined)
        : matchIn(value);
      for (const name of names) record[name] = match?.group(name) || null;
      return record;
    };
  },
});

const maxPatternLength = 1_000;
const maxProgramSize = 5_000;
/** The maximum number of steps for one field: the length of its text times the size of the compiled pattern. */
const maxSteps = 20_000_000;

/** Compiles an RE2 regular expression, which runs in linear time; returns an error message when it is invalid. */
function compilePattern(pattern: string): RE2JS | { readonly error: string } {
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
function assertPatternCost(pattern: RE2JS, value: Value | undefined): void {
  if (pattern.programSize() * textOf(value).length > maxSteps)
    throw new RangeError('The text is too long for this pattern.');
}
