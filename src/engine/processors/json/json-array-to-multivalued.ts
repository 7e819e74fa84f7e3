import { textOf } from '#engine/records/record.ts';
import { maxReplacementLength, assertTextLength } from '../text/change-text.ts';
import { selectByRule, ruleProblem, parseRule } from './select-by-rule.ts';
import { defineProcessor } from '../processor.ts';
import { parseJsonValue } from './parse-json-value.ts';
import { reportFailure } from '../report-failure.ts';

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
