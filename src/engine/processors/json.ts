import { toTechnicalName } from '#kernel/technical-name.ts';
import { defineProcessor, reportFailure } from './processor.ts';
import { expandRecord } from './multivalued.ts';
import { textOf, type Value } from '../records/record.ts';
import { assertTextLength, maxReplacementLength, maxTextLength } from './change-text.ts';
import { tryParseJson } from '#kernel/json.ts';

const maxRules = 100;

const rulesOf = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');

function rulesProblem(rules: readonly string[]): string | undefined {
  if (rules.length === 0 || rules.length > maxRules) return `Give one to ${maxRules} rules.`;
  const names = rules.map(toTechnicalName);
  const unusable = names.find((name, index) => name === '' || name in {} || names.indexOf(name) !== index);
  if (unusable !== undefined) return `No field can be named "${unusable}", or two rules would fill it. Change a rule.`;
  return rules.map(ruleProblem).find((problem) => problem !== undefined);
}

/** Extracts values from the JSON of a field into fields named after the rules: `owner.name` fills `owner_name`. */
export const extractFromJson = defineProcessor({
  type: 'extract_from_json',
  label: 'Extract from JSON',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'ijson_rules',
      type: 'text',
      label: 'iJSON rules',
      description:
        'The paths of the values, separated by commas or lines, such as owner.name, places.item.name. In a path, item stands for the elements of an array, which give a list.',
      isMandatory: true,
      trim: 'true',
    },
  ],
  check: ({ ijson_rules: text }) => {
    const problem = rulesProblem(rulesOf(text));
    return problem === undefined ? {} : { ijson_rules: [problem] };
  },
  prepare: ({ field, ijson_rules: text }) => {
    const outputs = rulesOf(text).map((rule) => ({ name: toTechnicalName(rule), steps: parseRule(rule) }));
    return (record, report) => {
      const json = reportFailure(field, report, () => parseJsonValue(record[field]));
      for (const { name, steps } of outputs) {
        const found = selectByRule(json, steps);
        record[name] = maySelectSeveral(steps) && found.length > 0 ? found : (found[0] ?? null);
      }
      return record;
    };
  },
});

/** Creates one record per element of a JSON array. A record without elements is kept, with null in the field. */
export const expandJsonArray = defineProcessor({
  type: 'expand_json_array',
  label: 'Expand JSON array',
  parameters: [
    { name: 'json_array_field', type: 'field', label: 'JSON array field', isMandatory: true },
    {
      name: 'ijson_rule_to_array',
      type: 'text',
      label: 'iJSON rule to array',
      description: 'The path to the elements: item, or names separated by dots such as places.item.name.',
      isMandatory: false,
      default: 'item',
      trim: 'true',
    },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'Receives the element. Default: the field of the array.',
      isMandatory: false,
      canCreateField: true,
    },
  ],
  check: ({ ijson_rule_to_array: rule }) => {
    const problem = ruleProblem(rule);
    return problem === undefined ? {} : { ijson_rule_to_array: [problem] };
  },
  prepare: ({ json_array_field: field, ijson_rule_to_array: rule, output_field: output }) => {
    const steps = parseRule(rule);
    return (record, report) => {
      const elements = reportFailure(field, report, () => selectByRule(parseJsonValue(record[field]), steps));
      return elements === null ? record : expandRecord(record, output || field, elements);
    };
  },
});

/** Converts a JSON array into a list of texts, or into one text with a separator. */
export const jsonArrayToMultivalued = defineProcessor({
  type: 'json_array_to_multivalued',
  label: 'JSON array to multivalued',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'ijson_rule_to_array',
      type: 'text',
      label: 'iJSON rule to array',
      description: 'The path to the values: item, or names separated by dots such as places.item.name.',
      isMandatory: false,
      default: 'item',
      trim: 'true',
    },
    {
      name: 'separator',
      type: 'text',
      label: 'Separator',
      description: 'Joins the values into one text. Without a separator they are a list.',
      isMandatory: false,
      default: '',
    },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ ijson_rule_to_array: rule, separator }) => {
    const problem = ruleProblem(rule);
    return {
      ...(problem === undefined ? {} : { ijson_rule_to_array: [problem] }),
      ...(separator.length > maxReplacementLength
        ? { separator: [`Give at most ${maxReplacementLength} characters.`] }
        : {}),
    };
  },
  prepare: ({ field, ijson_rule_to_array: rule, separator, output_field: output }) => {
    const steps = parseRule(rule);
    return (record, report) => {
      const texts =
        reportFailure(field, report, () =>
          selectByRule(parseJsonValue(record[field]), steps)
            .map(textOf)
            .filter((text) => text !== ''),
        ) ?? [];
      assertTextLength(texts.reduce((length, text) => length + text.length + separator.length, 0));
      const value = separator === '' ? texts : texts.join(separator);
      record[output] = texts.length === 0 ? null : value;
      return record;
    };
  },
});

const maxSteps = 50;

/** The step that selects every element of an array. */
const anyElement = 'item';

/** The steps of a rule in the notation of the Python library ijson: names from the root, and `item` for the elements of an array. */
const parseRule = (rule: string): readonly string[] => rule.trim().replace(/^\./, '').split('.');

/** Whether a rule can select several values. */
const maySelectSeveral = (steps: readonly string[]): boolean => steps.includes(anyElement);

/** The error in a rule; undefined when it is valid. */
function ruleProblem(rule: string): string | undefined {
  const steps = parseRule(rule);
  if (steps.includes(''))
    return 'Give names separated by dots, with item for the elements of an array: places.item.name.';
  return steps.length > maxSteps ? `Give at most ${maxSteps} names.` : undefined;
}

/** All values that the steps select. A missing name selects nothing. For `item`, a value that is not an array counts as its only element. */
function selectByRule(value: Value, steps: readonly string[]): Value[] {
  return steps.reduce<Value[]>((selected, step) => selected.flatMap((element) => select(element, step)), [value]);
}

function select(value: Value, step: string): Value[] {
  if (value === null) return [];
  if (Array.isArray(value)) return step === anyElement ? value : [];
  if (typeof value === 'object' && Object.hasOwn(value, step)) return [value[step] ?? null];
  return step === anyElement ? [value] : [];
}

/** The maximum nesting of a value. Recursive functions would exhaust the call stack on deeper values. */
const maxDepth = 200;

/** The JSON value of a field, parsed when it is a text; null for an empty field. Throws RangeError for invalid JSON. */
function parseJsonValue(value: Value | undefined): Value {
  if (typeof value !== 'string') return value ?? null;
  if (value.trim() === '') return null;
  if (value.length > maxTextLength) throw new RangeError(`The JSON is longer than ${maxTextLength} characters.`);
  const json = tryParseJson(value) as Value | undefined;
  if (json === undefined) throw new RangeError(`"${value.slice(0, 100)}" is not JSON.`);
  assertJsonLimits(json);
  return json;
}

/** Throws RangeError for JSON that is nested too deeply or has infinite numbers. Iterates level by level: recursion would overflow the stack. */
function assertJsonLimits(json: Value): void {
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new RangeError(`The JSON is nested more than ${maxDepth} deep.`);
    if (level.some((value) => typeof value === 'number' && !Number.isFinite(value)))
      throw new RangeError('The JSON has a number that is too large.');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
