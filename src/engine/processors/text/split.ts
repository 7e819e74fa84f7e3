import { textOf } from '#engine/records/record.ts';
import { defineProcessor } from '../processor.ts';

/** Splits a text at a separator and returns one part; null when there are fewer parts. */
export const split = defineProcessor({
  type: 'split',
  label: 'Split text',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    { name: 'separator', type: 'text', label: 'Separator', isMandatory: true },
    { name: 'index', type: 'int', label: 'Index', description: 'The number of the part, from 1.', isMandatory: true },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ index }) => (index < 1 ? { index: ['Count parts from 1.'] } : {}),
  prepare:
    ({ field, separator, index, output_field: output }) =>
    (record) => {
      record[output] = textOf(record[field]).split(separator, index)[index - 1] || null;
      return record;
    },
});
