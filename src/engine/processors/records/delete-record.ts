import { checkMatch, matchParameters, createRecordMatcher } from '../text/match-record.ts';
import { defineProcessor } from '../processor.ts';

/**
 * Deletes the records whose field has a value or that meet a condition. Every publication rewrites all records, so a record that the
 * processor drops is deleted.
 */
export const deleteRecord = defineProcessor({
  type: 'delete_record',
  label: 'Delete record',
  parameters: matchParameters,
  check: checkMatch,
  prepare: (params) => {
    const matches = createRecordMatcher(params);
    return (record) => (matches(record) ? null : record);
  },
});
