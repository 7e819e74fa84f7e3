import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonText, writeJson } from '../../src/kernel/json-text.ts';

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(undefined, null, true, -0, 1.5, 'a "quoted" text'),
    fc.jsonValue().map((value) => new JsonText(JSON.stringify(value))),
    fc.array(tie('tree')),
    fc.dictionary(fc.string(), tie('tree')),
  ),
}));

test('a value is written as JSON.stringify writes it, and texts in it as they are', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(writeJson([value])).toBe(JSON.stringify([value]));
    }),
  );
  expect(writeJson({ count: 1, results: [new JsonText('{"a": 1.50}'), new JsonText('1e2')] })).toBe(
    '{"count":1,"results":[{"a": 1.50},1e2]}',
  );
});

test('a text keeps the digits of large numbers', () => {
  const digits = '{"id":12345678901234567890}';
  expect(writeJson([new JsonText(digits)])).toBe(`[${digits}]`);
  expect(JSON.stringify([new JsonText(digits)])).toBe(`[${digits}]`);
});
