import { defineProcessor } from '../processor.ts';

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
