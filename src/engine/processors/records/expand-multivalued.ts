import { defineProcessor } from '../processor.ts';
import { expandRecord } from './expand-record.ts';
import { valueSeparator, valuesOf } from './values-of.ts';

/** Creates one record per value of a multivalued field. A record without values is kept, with null in the field. */
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
      description: 'Receives the value. Default: the input field.',
      isMandatory: false,
      canCreateField: true,
    },
  ],
  prepare:
    ({ multivalued_field: field, separator, output_field: output }) =>
    (record) =>
      expandRecord(record, output || field, valuesOf(record[field], separator)),
});
