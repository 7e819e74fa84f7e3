import { checkMatch, matchParameters, matchRecord } from '../text/match-record.ts';
import { defineProcessor } from '../processor.ts';

/**
 * Deletes the records whose field has a value or that meet a condition. Every publication writes all records anew, so
 * what is left out of it is gone.
 */
export const deleteRecord = defineProcessor({
  type: 'delete_record',
  label: 'Delete record',
  parameters: matchParameters,
  check: checkMatch,
  prepare: (params) => {
    const matches = matchRecord(params);
    return (row) => (matches(row) ? null : row);
  },
});
