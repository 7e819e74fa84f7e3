import { defineProcessor, maxExpandedRecords, optionalOutputField } from './processor.ts';
import { type DataRecord, estimateSize, textOf, type Value } from '../records/record.ts';
import { assertTextLength } from './change-text.ts';

/** The parameter for the separator between the values of a text. */
const valueSeparator = {
  name: 'separator',
  type: 'text',
  label: 'Separator',
  isMandatory: false,
  default: '',
  description: 'Separates the values of a text. A list needs no separator.',
} as const;

/** The values of a multivalued field: the elements of a list, or the parts of a text. Empty values are left out. */
function valuesOf(value: Value | undefined, separator: string): Value[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== '');
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string' || separator === '') return [value];
  assertTextLength(value.length);
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

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

/** The maximum total size in bytes of the records made from one record, each of which repeats the shared fields. */
const maxTotalBytes = 64 * 1024 * 1024;

/** Throws RangeError when a record would become too many records, or records that repeat too many bytes. */
export function assertRecordLimits(count: number, shared: DataRecord): void {
  if (count > maxExpandedRecords)
    throw new RangeError(`The record would become more than ${maxExpandedRecords} records.`);
  if (count * estimateSize(shared) > maxTotalBytes)
    throw new RangeError(
      `The record would become ${count} records that repeat too much data. Delete large fields first, or write into the expanded field.`,
    );
}

/** Creates one record for each value, with the value in a field. Without values it creates one record, with null in the field. */
export function expandRecord(record: DataRecord, field: string, values: readonly Value[]): DataRecord[] {
  const shared = { ...record, [field]: null };
  assertRecordLimits(values.length, shared);
  return values.length === 0 ? [shared] : values.map((value) => ({ ...shared, [field]: value }));
}
