import { expect, test } from '@jest/globals';
import { changedStack, type DesiredConfiguration } from '#portal-page/admin/dataset/fields/field-stack.ts';

const change = (
  stored: readonly DesiredConfiguration[],
  changes: Parameters<typeof changedStack>[1] extends ReadonlyMap<string, infer Change>
    ? Record<string, Change>
    : never,
  { order, shown = [] }: { readonly order?: readonly string[]; readonly shown?: readonly string[] } = {},
) =>
  changedStack(stored, new Map(Object.entries(changes)), order, new Set(shown), (name) => `Label of ${name}`).map(
    ({ configuration }) => configuration,
  );
const at = (uid: string, configuration: DesiredConfiguration['configuration']): DesiredConfiguration => ({
  uid,
  label: '',
  configuration,
});

test('new configurations follow the stored ones, renames last', () => {
  expect(
    change(
      [at('1', { delete: { field: 'x' } })],
      { a: { name: 'b', type: 'int', unit: 'm', isHidden: false }, c: { isHidden: true } },
      { order: ['c', 'a'] },
    ),
  ).toEqual([
    { delete: { field: 'x' } },
    { type: { field: 'a', typeParam: 'int' } },
    { annotate: { field: 'a', annotation: 'unit', args: ['m'] } },
    { order: { order: ['c', 'a'] } },
    { delete: { field: 'c' } },
    { rename: { fromName: 'a', toName: 'b', fieldLabel: 'Label of a' } },
  ]);
});

test('what is said again of a field takes the place of what was said before', () => {
  const stored = [
    at('1', { rename: { fromName: 'raw', toName: 'a', fieldLabel: 'A' } }),
    at('2', { description: { field: 'a', description: 'Old.' } }),
    at('3', { annotate: { field: 'a', annotation: 'unit', args: ['m'] } }),
  ];
  expect(change(stored, { a: { label: 'Height', description: 'New.', unit: '' } })).toEqual([
    { rename: { fromName: 'raw', toName: 'a', fieldLabel: 'Height' } },
    { description: { field: 'a', description: 'New.' } },
  ]);
});

test('a name that later configurations use is changed after them', () => {
  const stored = [
    at('1', { rename: { fromName: 'raw', toName: 'a', fieldLabel: 'A' } }),
    at('2', { type: { field: 'a', typeParam: 'text' } }),
  ];
  expect(change(stored, { a: { name: 'height' } })).toEqual([
    ...stored.map(({ configuration }) => configuration),
    { rename: { fromName: 'a', toName: 'height', fieldLabel: 'Label of a' } },
  ]);
});

test('a field with the earlier name of another is not changed by what was said of the other', () => {
  const stored = [
    at('1', { type: { field: 'a', typeParam: 'int' } }),
    at('2', { rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' } }),
  ];
  expect(change(stored, { b: { type: 'text' } })).toEqual([
    ...stored.map(({ configuration }) => configuration),
    { type: { field: 'b', typeParam: 'text' } },
  ]);
});

test('a field that is shown again loses its deletion', () => {
  expect(
    change([at('1', { delete: { field: 'x' } }), at('2', { delete: { field: 'y' } })], {}, { shown: ['1'] }),
  ).toEqual([{ delete: { field: 'y' } }]);
});
