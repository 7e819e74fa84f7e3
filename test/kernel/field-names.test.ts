import { expect, test } from '@jest/globals';
import { nameFields } from '#kernel/field-names.ts';

const namesOf = (...names: string[]) =>
  nameFields(
    names.map((name) => ({ name })),
    ['and'],
  ).map(({ name }) => name);

test('a name that GraphQL can spell stays, and the others are spelled with what it can', () => {
  expect(namesOf('height_m', '_x', '2024 total', 'Straße', 'élévation', '__typename', 'über-haupt', '数')).toEqual([
    ...['height_m', '_x', '_2024_total', 'Stra_e', 'elevation', '_typename', 'uber_haupt', '_'],
  ]);
});

test('a name that is taken gets a number, and never that of another field', () => {
  expect(namesOf('and', 'a b', 'a-b', 'a_b', 'a_b2')).toEqual(['and2', 'a_b3', 'a_b4', 'a_b', 'a_b2']);
});
