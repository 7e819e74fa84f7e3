import { defineProcessor } from '../processor.ts';

/** Adds an empty field, for other processors or people to fill; one that is there stays. */
export const addField = defineProcessor({
  type: 'add_field',
  label: 'Add a field',
  parameters: [{ name: 'field', type: 'field', label: 'Field', isMandatory: true, canCreateField: true }],
  prepare:
    ({ field }) =>
    (row) => {
      row[field] ??= null;
      return row;
    },
});
