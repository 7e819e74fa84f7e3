import { expect, test } from '@jest/globals';
import { onceFor } from '#kernel/once-for.ts';

test('a value is computed once for each object, also where it is undefined', () => {
  const computed: object[] = [];
  const nameOf = onceFor((key: { readonly name?: string }) => {
    computed.push(key);
    return key.name;
  });
  const [named, unnamed] = [{ name: 'one' }, {}];
  expect([named, unnamed, { name: 'one' }, named, unnamed].map(nameOf)).toEqual([
    'one',
    undefined,
    'one',
    'one',
    undefined,
  ]);
  expect(computed).toHaveLength(3);
});
