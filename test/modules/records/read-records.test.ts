import { expect, test } from '@jest/globals';
import { bindStoredFilter } from '../../../src/engine/odsql/bind/bind-stored-filter.ts';
import { compileTest } from '../../../src/engine/odsql/evaluate/compile-test.ts';
import { recordScope } from '../../../src/engine/odsql/evaluate/record-scope.ts';
import { parseStoredFilter } from '../../../src/engine/odsql/parse/stored-filter.ts';
import { WorkSlices } from '../../../src/kernel/work-slices.ts';
import { filterRecords } from '../../../src/modules/records/visible/read-records.ts';

const fields = [{ name: 'text', type: 'text' as const }];
const onLimit = (): never => {
  throw new Error('too slow');
};

test('a field of a record is read and cut into words once, whatever the number of conditions on it', async () => {
  const work = async (conditions: number) => {
    let reads = 0;
    const records = Array.from({ length: 10 }, (_, at) => ({
      get text() {
        reads += 1;
        return `some words ${at}`;
      },
    }));
    const filter = parseStoredFilter(Array.from({ length: conditions }, (_, at) => `text like "w${at}"`).join(' or '));
    if (!filter) throw new Error('no filter');
    await filterRecords(
      records,
      compileTest(bindStoredFilter(filter, recordScope(fields)).filter),
      new WorkSlices({ maxMs: 60_000, onLimit }),
    );
    return reads;
  };
  expect([await work(1), await work(400)]).toEqual([10, 10]);
});

test('records are tested in slices, and no longer than allowed', async () => {
  let time = 0;
  const test = () => {
    time += 10;
    return true;
  };
  const records = Array.from({ length: 9 }, (_, at) => ({ at }));
  const slices = (maxMs: number) => new WorkSlices({ maxMs, onLimit, now: () => time });
  let tested = 0;
  setImmediate(() => {
    tested = time / 10;
  });
  expect(await filterRecords(records, test, slices(90))).toEqual(records);
  expect(tested).toBe(3);
  time = 0;
  await expect(filterRecords(records, test, slices(80))).rejects.toThrow('too slow');
});
