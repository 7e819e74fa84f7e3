import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseByteRange } from '#rest/responders/responders.ts';

test.each([
  ['bytes=0-', { start: 0, end: 10 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=2-2', { start: 2, end: 3 }],
  ['bytes=9-99', { start: 9, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['Bytes= 1-2 ', { start: 1, end: 3 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9007199254740993-', 'unsatisfiable'],
])('%j of ten bytes is %j', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', 'bytes=0--1'])(
  '%j selects the whole file',
  (header) => {
    expect(parseByteRange(header, 10)).toBeUndefined();
  },
);

test('an empty file has no range', () => {
  expect(['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((header) => parseByteRange(header, 0))).toEqual([
    'unsatisfiable',
    'unsatisfiable',
    'unsatisfiable',
  ]);
});

test('a range is never empty and lies within the file', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/)), fc.nat(3_000), (header, size) => {
      const range = parseByteRange(header, size);
      if (typeof range !== 'object') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThan(range.start);
      expect(range.end).toBeLessThanOrEqual(size);
    }),
  );
});
