import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { turns } from '../../src/kernel/turns.ts';

const never = new AbortController().signal;

test('so many works run at a time, in the order they came', async () => {
  const inTurn = turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    inTurn(
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

test('a work that fails gives its turn on; one that is not wanted any more does not wait', async () => {
  const inTurn = turns(1);
  const failing = inTurn(() => Promise.reject(new Error('failed')), never);
  const impatient = new AbortController();
  const left = inTurn(() => Promise.resolve('never'), impatient.signal);
  const last = inTurn(() => Promise.resolve('done'), never);
  impatient.abort(new Error('too long'));
  await expect(failing).rejects.toThrow('failed');
  await expect(left).rejects.toThrow('too long');
  expect(await last).toBe('done');
  await expect(inTurn(() => Promise.resolve('never'), impatient.signal)).rejects.toThrow('too long');
});
