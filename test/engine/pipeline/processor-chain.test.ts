import { describe, expect, test } from '@jest/globals';
import { ProcessorChain, RecordDeadline, type RecordError } from '#engine/pipeline/processor-chain.ts';
import type { DataRecord } from '#engine/records/record.ts';

test('a record that processors make too large stays as it was before the one that did, and is reported', () => {
  const errors: RecordError[] = [];
  const [split, expand] = [
    {
      uid: 'pr_split',
      type: 'expand_multivalued',
      params: { multivalued_field: 'marks', separator: ',', output_field: 'mark' },
    },
    {
      uid: 'pr_again',
      type: 'expand_multivalued',
      params: { multivalued_field: 'marks', separator: ',', output_field: 'other' },
    },
  ];
  const upper = { uid: 'pr_upper', type: 'expression', params: { expression: 'upper(marks)', output_field: 'upper' } };
  const row: DataRecord = { marks: 'a,b', text: 'x'.repeat(20_000_000) };
  const target: DataRecord[] = [];
  new ProcessorChain([split, expand, upper], (error) => errors.push(error)).run(row, 7, target);
  expect(target.map(({ text: _, ...rest }) => rest)).toEqual([
    { marks: 'a,b', mark: 'a', upper: 'A,B' },
    { marks: 'a,b', mark: 'b', upper: 'A,B' },
  ]);
  expect(errors).toEqual([
    {
      record: 7,
      field: null,
      processorUid: 'pr_again',
      message: 'The record would become larger than 64 MiB; it stays as it was before this processor.',
    },
  ]);
  expect(Object.keys(row)).toEqual(['marks', 'text']);
});

describe('a record on which processors take too long', () => {
  /** A clock whose time passes whenever it is looked at: by so much, of which the thread works a part. */
  function ticking(ms: number, share = 1) {
    let [wall, cpu] = [0, 0];
    return {
      wall: () => {
        wall += ms;
        cpu += ms * share;
        return wall;
      },
      cpu: () => cpu,
    };
  }
  const marking = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      uid: `pr_${index}`,
      type: 'concat',
      params: { separator: '', left_value: 'marks', right_value: 'x', output_field: 'marks' },
    }));
  const slow = 'The processors take too long on this record; this processor and those after it were not applied.';

  function run(clock: RecordDeadline, processors: ReturnType<typeof marking>) {
    const errors: RecordError[] = [];
    const stack = new ProcessorChain(processors, (error) => errors.push(error), clock);
    const target: DataRecord[] = [];
    return { errors, target, next: (row: DataRecord) => stack.run(row, target.length, target) };
  }

  test('stays as it is by then, is reported, and the next one has all the time again', () => {
    const { errors, target, next } = run(new RecordDeadline(ticking(100)), marking(20));
    next({ marks: 'a', x: 'b' });
    next({ marks: 'c', x: 'b' });
    expect(errors).toEqual([
      { record: 0, field: null, processorUid: 'pr_5', message: slow },
      { record: 1, field: null, processorUid: 'pr_5', message: slow },
    ]);
    expect(target).toEqual([
      { marks: 'abbbbb', x: 'b' },
      { marks: 'cbbbbb', x: 'b' },
    ]);
  });

  test('is not one that was held up by something else', () => {
    const { errors, next } = run(new RecordDeadline(ticking(10_000, 0)), marking(20));
    next({ marks: 'a', x: 'b' });
    expect(errors).toEqual([]);
  });

  test('is given up among the rows that one processor makes, too, and ends the run when there are many', () => {
    const expand = {
      uid: 'pr_many',
      type: 'expand_multivalued',
      params: { multivalued_field: 'marks', separator: ',', output_field: 'mark' },
    };
    const { errors, target, next } = run(new RecordDeadline(ticking(10)), [expand, ...marking(1)] as never);
    for (let record = 0; record < 10; record++)
      next({ marks: Array.from({ length: 1_000 }, () => 'a').join(','), x: 'b' });
    expect(errors).toHaveLength(10);
    expect(new Set(target.map(({ marks }) => marks)).size).toBe(1);
    expect(() => next({ marks: Array.from({ length: 1_000 }, () => 'a').join(','), x: 'b' })).toThrow(
      /take too long on more than 10 records/,
    );
  });
});
