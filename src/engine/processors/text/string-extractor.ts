import { RE2JS } from 're2js';
import { textOf, type Value } from '#engine/records/record.ts';
import { compilePattern, assertPatternCost } from './compile-pattern.ts';
import { defineProcessor } from '../processor.ts';

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
