import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkJsonSize, JsonText, writeJson } from '#kernel/json.ts';

/** Texts with emoji, control characters, separators of lines and lone surrogates. */
const unusual = fc.constantFrom('é', '😀', '\u0000\u001f', '\u2028\u2029', '\ufeff', '\ud800', '"\\');
const written = fc.oneof(fc.jsonValue(), unusual).map((value) => JSON.stringify(value));

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(undefined, null, true, -0, 1.5, 'a "quoted" text'),
    written.map((text) => new JsonText(text)),
    written.map((text) => new JsonText(Buffer.from(text))),
    fc.array(tie('tree')),
    fc.dictionary(fc.oneof(fc.string(), unusual), tie('tree')),
  ),
}));

test('a value is written as JSON.stringify writes it, and texts in it as they are', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(writeJson([value]).toString()).toBe(JSON.stringify([value]));
      expect(writeJson([value], '\n').toString()).toBe(`${JSON.stringify([value])}\n`);
    }),
  );
  expect(writeJson({ count: 1, results: [new JsonText('{"a": 1.50}'), new JsonText('1e2')] })).toBe(
    '{"count":1,"results":[{"a": 1.50},1e2]}',
  );
});

test('bytes are copied, and stay bytes', () => {
  const bytes = Buffer.from('{"a": "😀"}');
  expect(writeJson(new JsonText(bytes))).toBe(bytes);
  expect(writeJson({ total: 1, results: new JsonText(bytes) }, '\n')).toEqual(
    Buffer.from('{"total":1,"results":{"a": "😀"}}\n'),
  );
});

const mebibyte = 2 ** 20;

test.each<[what: string, value: unknown]>([
  ['a text', 'x'.repeat(mebibyte)],
  ['a text of three bytes per character', '€'.repeat(mebibyte / 3)],
  ['a text whose characters are escaped', '\u0001'.repeat(mebibyte / 6)],
  ['written JSON', new JsonText(`"${'€'.repeat(mebibyte / 3)}"`)],
  ['bytes of written JSON', new JsonText(Buffer.alloc(mebibyte, '1'))],
])('a value of more than 32 MiB is refused, as often as it repeats %s', (_what, value) => {
  expect(writeJson(Array.from({ length: 30 }, () => value)).length).toBeGreaterThan(0);
  expect(() => writeJson({ data: Array.from({ length: 33 }, () => value) })).toThrow(
    expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }),
  );
});

test('a value that repeats a text too often is refused before it is written', () => {
  const values = Array.from({ length: 1_000 }, () => new JsonText(`"${'x'.repeat(mebibyte)}"`));
  // twice the longest string of V8
  expect(() => writeJson({ data: values })).toThrow(expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }));
});

test.each([
  ['long names, as aliases are', () => Array.from({ length: 40 }, () => ({ ['x'.repeat(mebibyte)]: 1 }))],
  ['many small values', () => Array.from({ length: 40 }, () => Array.from({ length: mebibyte / 2 }, () => 1))],
])('a value without long texts but with %s is refused before it is written', (_what, create) => {
  const value = { data: create() };
  expect(() => {
    checkJsonSize(value);
  }).toThrow(expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }));
  checkJsonSize({ data: value.data.slice(0, 30) });
});

test('each part of a deep value is visited at most twice', () => {
  let visits = 0;
  const count = (target: object): object =>
    new Proxy(target, {
      ownKeys: (object) => {
        visits += 1;
        return Reflect.ownKeys(object);
      },
    });
  const depth = 500;
  const deep = Array.from({ length: depth }).reduce<object>(
    (inner) => count({ inner, beside: 1 }),
    new JsonText(Buffer.from('1')),
  );
  expect(writeJson(deep).length).toBeGreaterThan(depth);
  expect(visits).toBeLessThanOrEqual(2 * depth);
});

test.each([
  ['null', true],
  ['"null"', false],
  ['1234', false],
])('%s is null: %s', (text, isNull) => {
  expect(new JsonText(text).isNull).toBe(isNull);
  expect(new JsonText(Buffer.from(text)).isNull).toBe(isNull);
});

test('a text keeps the digits of large numbers', () => {
  const digits = '{"id":12345678901234567890}';
  expect(writeJson([new JsonText(digits)])).toBe(`[${digits}]`);
  expect(JSON.stringify([new JsonText(digits)])).toBe(`[${digits}]`);
});
