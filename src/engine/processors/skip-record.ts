import { textOf, type Value } from '../row.ts';
import { defineProcessor } from './processor.ts';

/** Drops the records whose field has a value, or keeps only them. An empty value means an empty field. */
export const skipRecord = defineProcessor({
  type: 'skip_record',
  label: 'Skip records',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    { name: 'value_to_skip', type: 'text', label: 'Value to skip', isMandatory: false, default: '' },
    { name: 'exact_match', type: 'boolean', label: 'Exact match', description: 'The field equals the value; otherwise it contains it.', isMandatory: false, default: 'true' },
    { name: 'keep_instead_of_skip', type: 'boolean', label: 'Keep instead of skip', isMandatory: false, default: 'false' },
  ],
  prepare: ({ field, value_to_skip: wanted, exact_match: exact, keep_instead_of_skip: keep }) => {
    const isEqual = exact || wanted === '';
    const matches = (value: Value | undefined): boolean => {
      if (Array.isArray(value) && value.length > 0) return value.some(matches);
      const text = Array.isArray(value) ? '' : textOf(value);
      return isEqual ? text === wanted : text.includes(wanted);
    };
    return (row) => (matches(row[field]) === keep ? row : null);
  },
});
