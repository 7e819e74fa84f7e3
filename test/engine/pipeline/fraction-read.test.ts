import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { computeFractionRead } from '#engine/pipeline/extracted-records.ts';

test('each source is an equal part of the whole, and one that does not tell its size leaves it unknown', () => {
  expect(computeFractionRead({ sources: 1, finished: 0, read: 25, size: 100 })).toBe(0.25);
  expect(computeFractionRead({ sources: 4, finished: 1, read: 50, size: 100 })).toBe(0.375);
  expect(computeFractionRead({ sources: 2, finished: 1, read: 0, size: 0 })).toBe(1);
  expect(computeFractionRead({ sources: 2, finished: 1, read: 10, size: null })).toBeNull();
});

test('the share only grows, and is never more than the whole, whatever a source says of its size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.nat(49),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (sources, before, size, read, more) => {
        const finished = before % sources;
        const [first, later] = [
          computeFractionRead({ sources, finished, read, size }) ?? NaN,
          computeFractionRead({ sources, finished, read: read + more, size }) ?? NaN,
        ];
        expect(first).toBeGreaterThanOrEqual(finished / sources);
        expect(later).toBeGreaterThanOrEqual(first);
        expect(later).toBeLessThanOrEqual(1);
      },
    ),
  );
});
