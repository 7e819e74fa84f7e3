import { expect, test } from '@jest/globals';
import { createCallerSemaphores } from '#kernel/semaphore.ts';

/** Work that runs until it is finished or aborted. */
function startWork() {
  const done = Promise.withResolvers<string>();
  let starts = 0;
  return {
    starts: () => starts,
    finish: () => done.resolve('done'),
    run: (signal: AbortSignal | undefined) => {
      starts += 1;
      const aborted = Promise.withResolvers<string>();
      signal?.addEventListener('abort', () => aborted.reject(new Error('aborted')));
      return Promise.race([done.promise, aborted.promise]);
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('long work of a caller leaves a permit for its short work, and none of another caller waits for it', async () => {
  const semaphores = createCallerSemaphores({ permits: 3, reservedMs: 50 });
  const long = Array.from({ length: 5 }, startWork);
  const results = long.map(({ run }) => semaphores('a', run, {}));
  for (let time = 0; time < 3; time++) expect(await semaphores('a', async () => 'short', {})).toBe('short');
  expect(await semaphores('b', async () => 'of another', {})).toBe('of another');
  // the work that held the reserved permit waits for another one
  expect(semaphores.waitingCount()).toBe(3);
  for (const { finish } of long) finish();
  expect(await Promise.all(results)).toEqual(Array(5).fill('done'));
  expect(semaphores.waitingCount()).toBe(0);
});

test('work that holds the reserved permit for too long keeps on where another permit is free', async () => {
  const semaphores = createCallerSemaphores({ permits: 2, reservedMs: 10 });
  const [first, second] = [startWork(), startWork()];
  const results = [first, second].map(({ run }) => semaphores('a', run, {}));
  first.finish();
  await results[0];
  await settled();
  expect(second.starts()).toBe(1);
  second.finish();
  expect(await results[1]).toBe('done');
});

test('with one permit, work runs one after another, however long', async () => {
  const semaphores = createCallerSemaphores({ permits: 1, reservedMs: 1 });
  const work = startWork();
  const result = semaphores('a', work.run, {});
  const next = semaphores('a', async () => 'next', {});
  await settled();
  expect(semaphores.waitingCount()).toBe(1);
  work.finish();
  expect([await result, await next]).toEqual(['done', 'next']);
});

test('work that fails gives its permit back, and a wait ends with its deadline and its signal', async () => {
  const semaphores = createCallerSemaphores({ permits: 1, reservedMs: 1 });
  await expect(semaphores('a', () => Promise.reject(new Error('failed')), {})).rejects.toThrow('failed');
  const work = startWork();
  const result = semaphores('a', work.run, {});
  const deadline = { at: performance.now(), error: () => new Error('too late') };
  await expect(semaphores('a', async () => '', { deadline })).rejects.toThrow('too late');
  await expect(semaphores('a', async () => '', { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow(
    'left',
  );
  work.finish();
  await result;
  expect(await semaphores('a', async () => 'free', {})).toBe('free');
});
