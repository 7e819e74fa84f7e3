import { textOf, type Value } from '#engine/records/record.ts';
import { optionalOutputField } from '../output-field.ts';
import { defineProcessor } from '../processor.ts';
import { valueSeparator, valuesOf } from './values-of.ts';

/** Removes duplicate values of a multivalued field: the first occurrence of each value is kept. A text stays a text, a list stays a list. */
export const deduplicateMultivalued = defineProcessor({
  type: 'deduplicate_multivalued',
  label: 'Deduplicate multivalued fields',
  parameters: [
    { name: 'duplicated_field', type: 'field', label: 'Duplicated field', isMandatory: true },
    optionalOutputField,
    valueSeparator,
  ],
  prepare:
    ({ duplicated_field: field, output_field: output, separator }) =>
    (record) => {
      const value = record[field] ?? null;
      const values = removeDuplicates(valuesOf(value, separator));
      if (typeof value === 'string') record[output || field] = values.map(textOf).join(separator) || null;
      else record[output || field] = Array.isArray(value) && values.length > 0 ? values : (values[0] ?? null);
      return record;
    },
});

function removeDuplicates(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = `${typeof value} ${textOf(value)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
