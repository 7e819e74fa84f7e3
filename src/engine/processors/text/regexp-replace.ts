import { RE2JS } from 're2js';
import type { FieldErrors } from '#kernel/fail.ts';
import { changeText, maxReplacementLength, assertTextLength } from './change-text.ts';
import { compilePattern, assertPatternCost } from './compile-pattern.ts';
import { defineProcessor } from '../processor.ts';

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
