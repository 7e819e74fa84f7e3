import { describe, expect, test } from '@jest/globals';
import { assertStorable, inputLimits } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';

/** What an input is refused for, by field; undefined where it is taken. */
function refusal(inputs: Record<string, unknown>) {
  try {
    assertStorable(inputs);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError) return error.fields ?? error.message;
    throw error;
  }
}

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => [inner], 1);
const list = (items: number): unknown[] => Array.from({ length: items }, () => 1);
const object = (names: number): Record<string, unknown> =>
  Object.fromEntries(list(names).map((value, index) => [`n${index}`, value]));

describe('assertStorable', () => {
  const { items, names, nameLength, depth, values } = inputLimits;
  test.each([
    [
      'items in a list',
      { input: { a: list(items) } },
      { input: { a: list(items + 1) } },
      { a: [`Send at most ${items} items in one list.`] },
    ],
    [
      'names in an object',
      { input: { a: object(names) } },
      { input: { a: object(names + 1) } },
      { a: [`Send at most ${names} names in one object.`] },
    ],
    ['variables', object(names), object(names + 1), `Send at most ${names} names in one object.`],
    [
      'characters in a name',
      { a: { ['x'.repeat(nameLength)]: 1 } },
      { a: { ['x'.repeat(nameLength + 1)]: 1 } },
      { [`a.${'x'.repeat(197)}…`]: [`Send names of at most ${nameLength} characters.`] },
    ],
    ['levels', { a: nested(depth - 1) }, { a: nested(depth) }, { 'a.0': [`Nest JSON ${depth} levels deep at most.`] }],
    [
      'values',
      { a: [list(values / 2.5 - 1), list(values / 2.5 - 1), list(values / 5 - 2)] },
      { a: [list(values / 2.5), list(values / 2.5), list(values / 5)] },
      { 'a.2': [`Send at most ${values} values in one request.`] },
    ],
  ])('has so many %s, and no more', (_measure, taken, refused, fields) => {
    expect(refusal(taken)).toBeUndefined();
    expect(refusal(refused)).toEqual(fields);
  });

  test('an input is traversed once, value by value', () => {
    const reads = (size: number): number => {
      let count = 0;
      const counted = new Proxy(list(size), {
        get: (target, name) => {
          count += name === 'length' ? 0 : 1;
          return Reflect.get(target, name) as unknown;
        },
      });
      expect(refusal({ a: counted })).toBeUndefined();
      return count;
    };
    expect([reads(100), reads(200), reads(400)]).toEqual([100, 200, 400]);
  });

  test('an input is refused with every value that PostgreSQL cannot store', () => {
    const problem = ['NUL characters and lone surrogates are not allowed.'];
    expect(
      refusal({ input: { title: '\0', params: { delay: Infinity, labels: ['a', '\ud800'] }, label: 'x' } }),
    ).toEqual({
      title: problem,
      'params.delay': ['Send a number between -1.8e308 and 1.8e308.'],
      'params.labels.1': problem,
    });
  });

  test('an input is not traversed further after the maximum of reported errors', () => {
    let count = 0;
    const counted = new Proxy([...list(50).map(() => '\0'), ...list(1_000)], {
      get: (target, name) => {
        count += name === 'length' ? 0 : 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(Object.keys(refusal({ a: counted }) ?? {})).toHaveLength(50);
    expect(count).toBe(50);
  });
});
