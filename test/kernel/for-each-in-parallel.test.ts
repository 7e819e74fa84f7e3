import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachInParallel } from '#kernel/concurrency.ts';

test('every item is worked on once, and never more of them at a time than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 5 }), async (turns, limit) => {
      const done: number[] = [];
      let underWay = 0;
      await forEachInParallel(turns.entries(), limit, async ([index, count]) => {
        underWay += 1;
        expect(underWay).toBeLessThanOrEqual(limit);
        for (let turn = 0; turn < count; turn += 1) await nextTurn();
        underWay -= 1;
        done.push(index);
      });
      expect(done.sort((one, other) => one - other)).toEqual([...turns.keys()]);
    }),
    { numRuns: 50 },
  );
});

test('after a failure no further work begins, and the failure is reported when all work has ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error('The second fails.');
    await nextTurn();
    ended.push(item);
  };
  await expect(forEachInParallel(Array(10).keys(), 3, work)).rejects.toThrow('The second fails.');
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
});

test('a list that fails ends the work with its failure', async () => {
  const items = (async function* () {
    yield 1;
    throw new Error('The list fails.');
  })();
  await expect(forEachInParallel(items, 2, () => Promise.resolve())).rejects.toThrow('The list fails.');
});
