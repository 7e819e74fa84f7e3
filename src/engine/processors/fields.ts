import { defineProcessor } from './processor.ts';
import { textOf } from '../records/record.ts';
import { assertTextLength, maxReplacementLength } from './change-text.ts';

/** Adds an empty field, for example for later processors to fill. An existing field is kept. */
export const addField = defineProcessor({
  type: 'add_field',
  label: 'Add a field',
  parameters: [{ name: 'field', type: 'field', label: 'Field', isMandatory: true, canCreateField: true }],
  prepare:
    ({ field }) =>
    (record) => {
      record[field] ??= null;
      return record;
    },
});

/** Copies the value of a field to another field, whose previous value is replaced. */
export const copyField = defineProcessor({
  type: 'copy_field',
  label: 'Copy a field',
  parameters: [
    { name: 'field_to_copy', type: 'field', label: 'Field to copy', isMandatory: true },
    { name: 'new_field', type: 'field', label: 'New field', isMandatory: true, canCreateField: true },
  ],
  prepare:
    ({ field_to_copy: from, new_field: to }) =>
    (record) => {
      record[to] = record[from] ?? null;
      return record;
    },
});

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
