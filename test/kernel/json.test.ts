import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, toPlainJson } from '#kernel/json.ts';

const reversed = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : (value as object);

test('equal values have one text, whatever the order of their names; it says the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const other: unknown = JSON.parse(JSON.stringify(value, reversed));
      expect(canonicalJson(other)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(toPlainJson(value));
    }),
  );
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}');
});
