import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createBatchLoader } from '#kernel/concurrency.ts';

/** A batch function whose answers are let go by hand. */
function byHand(overtakeAfter?: number) {
  const batches: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const ask = createBatchLoader<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        batches.push({
          keys,
          end: (error) => {
            if (error) reject(error);
            else resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()])));
          },
        });
      }),
    overtakeAfter,
  );
  return { ask, batches };
}

test('who asks while a batch is under way is in the next one, so no answer is older than its question', async () => {
  const { ask, batches } = byHand();
  const first = ask('a');
  const later = [ask('a'), ask('b'), ask('nobody'), ask('b')];
  batches[0]?.end();
  expect(await first).toBe('A');
  await setImmediate();
  batches[1]?.end();
  expect(await Promise.all(later)).toEqual(['A', 'B', undefined, 'B']);
  expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'nobody']]);
});

test('a batch that fails fails those in it, and the next one is answered', async () => {
  const { ask, batches } = byHand();
  const [first, next] = [ask('a'), ask('b')];
  batches[0]?.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await setImmediate();
  batches[1]?.end();
  expect(await next).toBe('B');
});

test('a batch that hangs holds up only those in it', async () => {
  const { ask, batches } = byHand(1);
  const [hanging, next] = [ask('a'), ask('b')];
  while (batches.length < 2) await setImmediate();
  batches[1]?.end();
  expect(await next).toBe('B');
  batches[0]?.end();
  expect(await hanging).toBe('A');
});
