import { RE2JS } from 're2js';
import type { FieldErrors } from '../../kernel/fail.ts';
import { changeText, maxReplacement, refuseLength } from './change-text.ts';
import { defineProcessor } from './processor.ts';

const maxPatternLength = 1_000;
const maxProgram = 5_000;
/** Steps of the automaton for one text: its length times the size of the program. */
const maxWork = 20_000_000;
/** For one text; many matches that each look far ahead would otherwise add up. */
const maxMilliseconds = 200;

/** Text, or the number or name of a group. */
type Part = { readonly text: string } | { readonly group: number | string };

/** Reads `\1`, `\g<1>`, `\g<name>` and `\\` in a replacement; everything else stands for itself. */
function partsOf(replacement: string): Part[] {
  const parts: Part[] = [];
  for (const [whole, number, name] of replacement.matchAll(/\\(\d{1,2})|\\g<(\w+)>|\\\\|\\|[^\\]+/g)) {
    const group = number ?? name;
    if (group !== undefined) parts.push({ group: /^\d+$/.test(group) ? Number(group) : group });
    else parts.push({ text: whole === '\\\\' ? '\\' : whole });
  }
  return parts;
}

function compile(pattern: string): RE2JS | { readonly error: string } {
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() <= maxProgram ? compiled : { error: 'Give a smaller pattern: repeat less.' };
  } catch (error) {
    return { error: `The pattern cannot be used: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

function check(params: { readonly regexp: string; readonly new: string }): FieldErrors {
  if (params.regexp.length > maxPatternLength) return { regexp: [`Give at most ${maxPatternLength} characters.`] };
  if (params.new.length > maxReplacement) return { new: [`Give at most ${maxReplacement} characters.`] };
  const pattern = compile(params.regexp);
  if (!(pattern instanceof RE2JS)) return { regexp: [pattern.error] };
  const names = Object.keys(pattern.namedGroups());
  const unknown = partsOf(params.new).find((part) => 'group' in part
    && (typeof part.group === 'number' ? part.group > pattern.groupCount() : !names.includes(part.group)));
  return unknown && 'group' in unknown ? { new: [`The pattern has no group ${unknown.group}.`] } : {};
}

function replacer(pattern: RE2JS, parts: readonly Part[]): (text: string) => string {
  const size = pattern.programSize();
  return (text) => {
    if (size * text.length > maxWork) throw new RangeError('The text is too long for this pattern.');
    const matcher = pattern.matcher(text);
    const deadline = performance.now() + maxMilliseconds;
    let made = '';
    let end = 0;
    while (matcher.find()) {
      made += text.slice(end, matcher.start());
      for (const part of parts) made += 'text' in part ? part.text : matcher.group(part.group) ?? '';
      end = matcher.end();
      refuseLength(made.length);
      if (performance.now() > deadline) throw new RangeError('The pattern takes too long on this text.');
    }
    return made + text.slice(end);
  };
}

/** Replaces what a regular expression of RE2 matches; `\1` and `\g<name>` in the new text stand for groups. */
export const regexpReplace = defineProcessor({
  type: 'regexp_replace',
  label: 'Replace by regular expression',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    { name: 'regexp', type: 'text', label: 'Regular expression', description: 'In the syntax of RE2.', isMandatory: true },
    { name: 'new', type: 'text', label: 'New text', description: '\\1 and \\g<name> stand for groups of the match.', isMandatory: false, default: '' },
  ],
  check,
  prepare: ({ field, regexp, new: replacement }) => {
    const replace = replacer(RE2JS.compile(regexp), partsOf(replacement));
    return (row) => {
      if (row[field] !== undefined) row[field] = changeText(row[field], replace);
      return row;
    };
  },
});
