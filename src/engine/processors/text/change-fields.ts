import type { FieldErrors } from '#kernel/fail.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { changeText, maxTextLength } from './change-text.ts';

/** The parameters of processors that change one field or all fields. */
export const fieldSelection = [
  { name: 'field', type: 'field', label: 'Field', isMandatory: false },
  { name: 'all_fields', type: 'boolean', label: 'All fields', isMandatory: false, default: 'false' },
] as const;

type FieldSelection = ParamsOf<typeof fieldSelection>;

/** Checks that the parameters name a field or select all fields. */
export const checkFieldSelection = (params: FieldSelection): FieldErrors =>
  params.field === '' && !params.all_fields ? { field: ['Name a field, or set all_fields.'] } : {};

/**
 * Changes the texts in the selected fields of a record. The changed texts of all fields have at most `maxTextLength` characters together.
 * A field that the record lacks is not added.
 */
export function changeFields(record: DataRecord, params: FieldSelection, change: (text: string) => string): DataRecord {
  const budget = { remaining: maxTextLength };
  for (const name of params.all_fields ? Object.keys(record) : [params.field]) {
    if (record[name] !== undefined) record[name] = changeText(record[name], change, budget);
  }
  return record;
}
