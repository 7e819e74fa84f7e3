import { checkMatch, matchParameters, createRecordMatcher } from '../text/match-record.ts';
import { defineProcessor } from '../processor.ts';

/** Drops the records whose field has a value or that meet a condition, or keeps only those. */
export const skipRecord = defineProcessor({
  type: 'skip_record',
  label: 'Skip records',
  parameters: [
    ...matchParameters,
    {
      name: 'keep_instead_of_skip',
      type: 'boolean',
      label: 'Keep instead of skip',
      isMandatory: false,
      default: 'false',
    },
  ],
  check: checkMatch,
  prepare: (params) => {
    const matches = createRecordMatcher(params);
    return (record) => (matches(record) === params.keep_instead_of_skip ? record : null);
  },
});
