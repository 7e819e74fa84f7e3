import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkParameters } from '#engine/parameters.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { processors } from '#engine/processors/registry.ts';

const parameters = [
  { name: 'field', type: 'field', label: 'Field', isMandatory: true },
  { name: 'count', type: 'int', label: 'Count', isMandatory: false, default: '1' },
  { name: 'ratio', type: 'double', label: 'Ratio', isMandatory: false },
  { name: 'exact', type: 'boolean', label: 'Exact', isMandatory: false, default: 'true' },
  { name: 'mode', type: 'text', label: 'Mode', isMandatory: false, default: 'a', choices: ['a', 'b'], trim: 'true' },
] as const;

describe('parameters', () => {
  test('parameters take their defaults', () => {
    expect(checkParameters(parameters, { field: 'x' })).toEqual({
      params: { field: 'x', count: 1, ratio: 0, exact: true, mode: 'a' },
      errors: {},
    });
  });

  test('parameters may be numbers and booleans written as text; unknown names are ignored', () => {
    const { params, errors } = checkParameters(parameters, {
      field: 'x',
      count: '12',
      ratio: '-0.5',
      exact: '0',
      mode: ' b ',
      other: [1],
    });
    expect(errors).toEqual({});
    expect(params).toEqual({ field: 'x', count: 12, ratio: -0.5, exact: false, mode: 'b' });
  });

  test('parameters are refused by name when missing, of another type or not a choice', () => {
    expect(checkParameters(parameters, { count: 1.5, ratio: 'many', exact: 'yes', mode: 'c' }).errors).toEqual({
      field: ['This parameter is required.'],
      count: ['Give a whole number.'],
      ratio: ['Give a number.'],
      exact: ['Give true or false.'],
      mode: ['Choose one of: "a", "b".'],
    });
  });

  test.each([null, 'text', 7, [], true])('parameters are an object, not %j', (input) => {
    expect(checkParameters(parameters, input).errors).toHaveProperty('params');
  });

  test.each(['__proto__', 'constructor', 'toString'])('parameters do not name a field %s', (field) => {
    expect(checkParameters(parameters, { field }).errors).toHaveProperty('field');
  });

  test('parameters name fields as a list or with commas between them', () => {
    const named = [{ name: 'keys', type: 'fields', label: 'Keys', isMandatory: true }] as const;
    for (const keys of [['a', 'b'], 'a,b', ' a , b,'])
      expect(checkParameters(named, { keys })).toEqual({ params: { keys: ['a', 'b'] }, errors: {} });
    for (const keys of [
      undefined,
      null,
      '',
      [],
      'a,a',
      ['a', 'a'],
      [1],
      [['a']],
      { 0: 'a' },
      'constructor',
      ['x'.repeat(251)],
      7,
    ]) {
      expect(checkParameters(named, { keys }).errors).toEqual({ keys: [expect.any(String)] });
    }
  });

  test('parameters are storable text throughout', () => {
    expect(checkParameters(parameters, { field: 'a\0' }).errors).toHaveProperty('field');
    expect(checkParameters(parameters, { field: 'a', other: [{ b: '\ud800' }] }).errors).toHaveProperty('params');
  });

  test('parameters of every kind are checked without an exception, whatever JSON is sent', () => {
    const kinds = [...extractors, ...processors];
    const names = kinds.flatMap((kind) => kind.parameters.map(({ name }) => name));
    const value = fc.oneof(fc.string(), fc.jsonValue());
    const input = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), value));
    fc.assert(
      fc.property(fc.constantFrom(...kinds), input, (kind, json) => {
        expect(typeof kind.check(json)).toBe('object');
      }),
      { numRuns: 500 },
    );
  });
});

test('defaults and choices of every parameter pass their own check', () => {
  for (const kind of [...extractors, ...processors]) {
    const given = kind.parameters
      .filter((parameter) => parameter.default !== undefined)
      .map(({ name, default: text }) => [name, text]);
    const wrong = Object.keys(kind.check(Object.fromEntries(given)));
    expect(wrong.filter((name) => given.some(([known]) => known === name))).toEqual([]);
  }
});
