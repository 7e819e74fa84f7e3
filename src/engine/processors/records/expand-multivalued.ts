import { defineProcessor } from '../processor.ts';
import { rowsWith } from './rows-with.ts';
import { valueSeparator, valuesOf } from './values-of.ts';

/** Makes a record of each value of a field that has many; a record without any stays one, with nothing in the field. */
export const expandMultivalued = defineProcessor({
  type: 'expand_multivalued',
  label: 'Expand multivalued field',
  parameters: [
    { name: 'multivalued_field', type: 'field', label: 'Multivalued field', isMandatory: true },
    valueSeparator,
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'Gets the value; the field itself where it is left out.',
      isMandatory: false,
      canCreateField: true,
    },
  ],
  prepare:
    ({ multivalued_field: field, separator, output_field: output }) =>
    (row) =>
      rowsWith(row, output || field, valuesOf(row[field], separator)),
});
