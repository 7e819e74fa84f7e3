import { expect, test } from '@jest/globals';
import { Stack, type RecordError } from '../../src/engine/stack.ts';
import type { Row } from '../../src/engine/row.ts';

test('a record that processors make too large stays as it was before the one that did, and is reported', () => {
  const errors: RecordError[] = [];
  const [split, expand] = [
    { uid: 'pr_split', type: 'expand_multivalued', params: { multivalued_field: 'marks', separator: ',', output_field: 'mark' } },
    { uid: 'pr_again', type: 'expand_multivalued', params: { multivalued_field: 'marks', separator: ',', output_field: 'other' } },
  ];
  const upper = { uid: 'pr_upper', type: 'expression', params: { expression: 'upper(marks)', output_field: 'upper' } };
  const row: Row = { marks: 'a,b', text: 'x'.repeat(20_000_000) };
  const target: Row[] = [];
  new Stack([split, expand, upper], (error) => errors.push(error)).run(row, 7, target);
  expect(target.map(({ text: _, ...rest }) => rest)).toEqual([{ marks: 'a,b', mark: 'a', upper: 'A,B' }, { marks: 'a,b', mark: 'b', upper: 'A,B' }]);
  expect(errors).toEqual([{ record: 7, field: null, processorUid: 'pr_again', message: 'The record would become more than 67108864 bytes; it stays as it was before this processor.' }]);
  expect(Object.keys(row)).toEqual(['marks', 'text']);
});
