import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createSemaphore } from '../../src/kernel/semaphore.ts';

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
      never,
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
  const failing = acquire(() => Promise.reject(new Error('failed')), never);
  const impatient = new AbortController();
  const left = acquire(() => Promise.resolve('never'), impatient.signal);
  const last = acquire(() => Promise.resolve('done'), never);
  impatient.abort(new Error('too long'));
  await expect(failing).rejects.toThrow('failed');
  await expect(left).rejects.toThrow('too long');
  expect(await last).toBe('done');
  await expect(acquire(() => Promise.resolve('never'), impatient.signal)).rejects.toThrow('too long');
});
