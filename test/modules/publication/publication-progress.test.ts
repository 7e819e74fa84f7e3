import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toProgress } from '#publication/publication-status.source.ts';

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const written = fc.record({ rows_read: count, rows_written: count, bytes_read: count, percent: fc.nat({ max: 100 }) });
const finished = fc.record(
  {
    record_errors: count,
    lost_values: fc.dictionary(fc.string(), count),
    proposed_processors: fc.array(
      fc.record({
        ...{ field: fc.string(), type: fc.string(), params: fc.dictionary(fc.string(), fc.string()) },
        ...{ reason: fc.string(), exampleText: fc.string(), convertedText: fc.string() },
      }),
    ),
    error: fc.record({ limit_type: fc.constantFrom('records', 'fields'), limit: count, value: count }),
  },
  { requiredKeys: [] },
);

test('the typed progress says what the parameters of a status say', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.constant({})), finished, (counters, outcome) => {
      const { lostValues, reachedLimit, recordErrors, proposals, ...typed } = toProgress({ ...counters, ...outcome });
      const none = { rows_read: null, rows_written: null, bytes_read: null, percent: null };
      const {
        rows_read: rowsRead,
        rows_written: rowsWritten,
        bytes_read: bytesRead,
        percent,
      } = { ...none, ...counters };
      expect(typed).toEqual({ rowsRead, rowsWritten, bytesRead, percent });
      expect(proposals).toEqual(outcome.proposed_processors ?? []);
      expect(recordErrors).toBe(outcome.record_errors ?? 0);
      expect(new Map(lostValues.map(({ field, count }) => [field, count]))).toEqual(
        new Map(Object.entries(outcome.lost_values ?? {})),
      );
      const { limit_type: type, limit: maximum, value: reached } = outcome.error ?? {};
      expect(reachedLimit).toEqual(outcome.error ? { type, maximum, reached } : null);
    }),
  );
});

test.each([
  { rows_read: 'many', lost_values: [1], error: 'full', proposed_processors: [1, {}, { field: 'a' }] },
  { rows_read: 1.5, lost_values: null, error: { limit_type: 'bytes' } },
])('parameters of another shape are no counters: %j', (params) => {
  expect(toProgress(params)).toEqual({
    ...{ rowsRead: null, rowsWritten: null, bytesRead: null, percent: null },
    ...{ recordErrors: 0, lostValues: [], reachedLimit: null, proposals: [] },
  });
});
