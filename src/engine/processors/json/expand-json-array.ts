import { selectByRule, ruleProblem, parseRule } from './select-by-rule.ts';
import { defineProcessor } from '../processor.ts';
import { parseJsonValue } from './parse-json-value.ts';
import { reportFailure } from '../report-failure.ts';
import { expandRecord } from '../records/expand-record.ts';

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
