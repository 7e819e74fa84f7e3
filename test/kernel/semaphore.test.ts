import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createSemaphore } from '#kernel/semaphore.ts';

const never = new AbortController().signal;

test('a semaphore runs as much work at once as it has permits, in the order of the calls', async () => {
  const acquire = createSemaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    acquire(
      () =>
        new Promise<void>((resolve) => {
          begun.push(number);
          ends.push(resolve);
        }),
      { signal: never },
    ),
  );
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await setImmediate();
  for (const end of ends) end();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('work that fails releases its permit, and aborted work stops waiting', async () => {
  const acquire = createSemaphore(1);
  const failing = acquire(() => Promise.reject(new Error('failed')), { signal: never });
  const leaving = new AbortController();
  const impatient = { signal: leaving.signal };
  const left = acquire(() => Promise.resolve('never'), impatient);
  const last = acquire(() => Promise.resolve('done'), { signal: never });
  leaving.abort(new Error('too long'));
  await expect(failing).rejects.toThrow('failed');
  await expect(left).rejects.toThrow('too long');
  expect(await last).toBe('done');
  await expect(acquire(() => Promise.resolve('never'), impatient)).rejects.toThrow('too long');
});

test('the deadline of a wait is one moment, however many permits the work waits for', async () => {
  const [first, second] = [createSemaphore(1), createSemaphore(1)];
  const end = new AbortController();
  const ended = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  const running = second(() => ended);
  const past = { at: performance.now() - 1, error: () => new Error('too late') };
  await expect(first(() => second(() => Promise.resolve(), { deadline: past }))).rejects.toThrow('too late');
  // a free permit is no wait
  expect(await first(() => Promise.resolve('done'), { deadline: past })).toBe('done');
  end.abort();
  await running;
  expect(await second(() => Promise.resolve('done'), { deadline: past })).toBe('done');
});
