import { textOf } from '#engine/records/record.ts';
import { maxReplacementLength, assertTextLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

/** Joins the texts of two fields. When one is empty, the separator is left out. */
export const concat = defineProcessor({
  type: 'concat',
  label: 'Concatenate text',
  parameters: [
    { name: 'separator', type: 'text', label: 'Separator', isMandatory: false, default: '' },
    { name: 'left_value', type: 'field', label: 'Left value', isMandatory: true },
    { name: 'right_value', type: 'field', label: 'Right value', isMandatory: true },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ separator }) =>
    separator.length > maxReplacementLength ? { separator: [`Give at most ${maxReplacementLength} characters.`] } : {},
  prepare:
    ({ separator, left_value: left, right_value: right, output_field: output }) =>
    (record) => {
      const first = textOf(record[left]);
      const second = textOf(record[right]);
      const text = first === '' || second === '' ? first + second : first + separator + second;
      assertTextLength(text.length);
      record[output] = text === '' ? null : text;
      return record;
    },
});
