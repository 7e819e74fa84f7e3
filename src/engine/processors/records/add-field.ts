import { defineProcessor } from '../processor.ts';

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
