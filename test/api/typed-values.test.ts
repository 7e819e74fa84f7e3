import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parameterValues } from '#api/types/parameter.type.ts';
import { toTypedValue } from '#api/types/typed-value.type.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { checkParameters, emptyParameter, type Parameter } from '#engine/parameters.ts';
import { processors } from '#engine/processors/registry.ts';
import { type Json, parseJson } from '#kernel/json.ts';

test('a typed value has the JSON value in one field', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = value as Json;
      expect(Object.values(toTypedValue(json) ?? { json: null })).toEqual([json]);
    }),
  );
});

test.each([
  ['"a"', { text: 'a' }],
  ['1.5', { number: 1.5 }],
  ['false', { boolean: false }],
  ['["a", ""]', { texts: ['a', ''] }],
  ['[]', { texts: [] }],
  ['["a", 1]', { json: ['a', 1] }],
  ['{"a": null}', { json: { a: null } }],
  ['null', null],
])('%s is in the field of its type', (text, typed) => {
  expect(toTypedValue(parseJson(text) as Json)).toEqual(typed);
});

test('a number keeps digits that a Float would round', () => {
  expect(JSON.stringify(toTypedValue(parseJson('12345678901234567891') as Json))).toBe('{"json":12345678901234567891}');
});

const described = [...processors, ...extractors].filter(({ parameters }) => parameters.length > 0);
const valueFor = ({ type, choices, default: initial }: Parameter): fc.Arbitrary<Json> => {
  if (choices) return fc.constantFrom(...choices);
  const byType: Readonly<Record<Parameter['type'], fc.Arbitrary<Json>>> = {
    text: fc.string({ minLength: 1 }),
    field: fc.string({ minLength: 1 }),
    fields: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), { minLength: 1 }),
    int: fc.oneof(fc.maxSafeInteger(), fc.maxSafeInteger().map(String)),
    double: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(initial ?? '0.5')),
    boolean: fc.constantFrom(true, false, 'true', '0'),
  };
  return byType[type];
};

test('the typed parameters of every processor and extractor are those that it runs with', () => {
  const configured = fc
    .constantFrom(...described)
    .chain(({ parameters }) =>
      fc
        .record(Object.fromEntries(parameters.map((parameter) => [parameter.name, fc.option(valueFor(parameter))])))
        .map((params) => ({ parameters, params })),
    );
  fc.assert(
    fc.property(configured, ({ parameters, params }) => {
      const { params: used, errors } = checkParameters(parameters, params);
      const typed = parameterValues(parameters, params);
      expect(typed.map(({ name, type }) => ({ name, type }))).toEqual(
        parameters.map(({ name, type }) => ({ name, type })),
      );
      for (const { name, type, value, isDefault } of typed) {
        expect(isDefault).toBe(params[name] === null);
        const invalid = name in errors;
        const expected: unknown = invalid ? params[name] : (used as Readonly<Record<string, unknown>>)[name];
        // without a value, a processor runs with an empty one
        expect(Object.values(value ?? { none: invalid ? null : emptyParameter[type] })).toEqual([expected]);
      }
    }),
    { numRuns: 500 },
  );
});

test('a parameter that does not fit its type is returned as it is stored', () => {
  const parameters = [{ name: 'count', type: 'int', label: 'Count', isMandatory: false, default: '1' }] as const;
  const valueOf = (count: Json) => parameterValues(parameters, { count })[0];
  expect(valueOf('many')).toEqual({ name: 'count', type: 'int', isDefault: false, value: { text: 'many' } });
  expect(valueOf({ a: 1 })?.value).toEqual({ json: { a: 1 } });
  expect(valueOf(null)).toEqual({ name: 'count', type: 'int', isDefault: true, value: { number: 1 } });
});
