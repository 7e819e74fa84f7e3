import { toTechnicalName } from '#engine/records/columns.ts';
import { selectByRule, maySelectSeveral, ruleProblem, parseRule } from './select-by-rule.ts';
import { defineProcessor } from '../processor.ts';
import { parseJsonValue } from './parse-json-value.ts';
import { reportFailure } from '../report-failure.ts';

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
