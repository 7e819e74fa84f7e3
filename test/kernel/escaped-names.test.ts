import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '#kernel/json.ts';

test('an escaped name of an object is read as it is written, whatever other names the process has read', () => {
  parseJson('{"a":[],"\\\\":0}');
  for (const name of ['\\n', '\\"', '\\u5e74', '\\u005c', '\\/'])
    expect(Object.keys(parseJson(`{"a":1,"${name}":2}`) as object)).toEqual(['a', JSON.parse(`"${name}"`)]);
  parseJson('{"b":[],"\\\\n":0}');
  expect(parseJson('{"b":1, "\\nc" : 2}')).toEqual({ b: 1, '\nc': 2 });
});

test('objects with escaped names keep the digits of their numbers, the order of their names and the name __proto__', () => {
  const text = '{"\\t":12345678901234567890,"__proto__":{"\\n":1},"z":"\\\\\\"","a":[{"\\u0061":null}]}';
  expect(JSON.stringify(parseJson(text))).toBe(text.replace('\\u0061', 'a'));
});

test('invalid JSON with escaped names fails as JSON.parse says', () => {
  for (const text of ['{"\\n":}', '{"\\x":1}', '{"\\n', '{"\\n":1']) {
    let message = '';
    try {
      JSON.parse(text);
    } catch (error) {
      message = String(error);
    }
    expect(() => parseJson(text)).toThrow(message.replace('SyntaxError: ', ''));
  }
});

test('any value is read from its text', () => {
  const name = fc.string({ unit: fc.constantFrom('\n', '\\', '"', 'n', '\u2028', 'é'), maxLength: 3 });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.integer(),
      fc.array(tie('value')),
      fc.dictionary(name, tie('value'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (expected) => {
      const text = JSON.stringify(expected);
      expect(JSON.stringify(parseJson(text))).toBe(text);
    }),
  );
});
