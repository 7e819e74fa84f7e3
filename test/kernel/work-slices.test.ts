import { expect, test } from '@jest/globals';
import { WorkSlices } from '../../src/kernel/work-slices.ts';

/** A clock that work moves. */
function clock() {
  let time = 0;
  return {
    now: () => time,
    work: (ms: number) => {
      time += ms;
    },
  };
}
const tooLong = (): never => {
  throw new Error('too long');
};

test('a long loop lets others run after each slice, and not before', async () => {
  const { now, work } = clock();
  const slices = new WorkSlices({ maxMs: 1_000, onLimit: tooLong, now });
  const events: string[] = [];
  for (let piece = 0; piece < 6; piece++) {
    setImmediate(() => events.push('other'));
    work(10);
    events.push('work');
    const pause = slices.yieldIfDue();
    if (pause) await pause;
  }
  expect(events).toEqual([
    'work',
    'work',
    'work',
    'other',
    'other',
    'other',
    'work',
    'work',
    'work',
    'other',
    'other',
    'other',
  ]);
});

test('what the loop takes in all is bounded, without what others take', async () => {
  const { now, work } = clock();
  const slices = new WorkSlices({ maxMs: 100, onLimit: tooLong, now });
  const step = async (ms: number) => {
    work(ms);
    await slices.yieldIfDue();
  };
  for (let piece = 0; piece < 4; piece++) await step(25);
  slices.suspend();
  work(10_000);
  slices.resume();
  await expect(step(1)).rejects.toThrow('too long');
});
