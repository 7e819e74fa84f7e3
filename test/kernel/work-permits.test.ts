import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { WorkPermits } from '#kernel/semaphore.ts';

const never = new AbortController().signal;

test('a caller has no more permits than its share, and all together no more than there are', async () => {
  const permits = new WorkPermits({ permits: 3, permitsOfCaller: 2 });
  const taken: string[] = [];
  const take = async (caller: string, signal = never) => {
    const give = await permits.take(caller, signal);
    taken.push(caller);
    return give;
  };
  const [first] = await Promise.all([take('a'), take('a')]);
  const third = take('a');
  await setImmediate();
  expect(taken).toEqual(['a', 'a']);
  await take('b');
  const fourth = take('c');
  await setImmediate();
  expect(taken).toEqual(['a', 'a', 'b']);
  first();
  await Promise.all([fourth]);
  expect(taken).toEqual(['a', 'a', 'b', 'c']);
  (await fourth)();
  await third;
  expect(taken).toEqual(['a', 'a', 'b', 'c', 'a']);
});

test('a wait that ends takes no permit', async () => {
  const permits = new WorkPermits({ permits: 1, permitsOfCaller: 1 });
  const give = await permits.take('a', never);
  const stop = new AbortController();
  const waits = [permits.take('a', stop.signal), permits.take('b', stop.signal)];
  stop.abort(new Error('stopped'));
  for (const wait of waits) await expect(wait).rejects.toThrow('stopped');
  give();
  for (const caller of ['a', 'b']) (await permits.take(caller, never))();
});
