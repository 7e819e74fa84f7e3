import { afterEach, beforeEach } from '@jest/globals';
import type { Services } from '#api/context.ts';
import { eventually } from './publishing.ts';

/** How long after a test an export may hold its slot. */
const releaseMs = 15_000;

/** Fails a test of the file whose exports still hold their slots after it, and all tests after that one, without waiting again. */
export function expectSlotsReleased({ exportSlots }: Pick<Services, 'exportSlots'>): void {
  let isHeld = false;
  beforeEach(() => {
    if (isHeld) throw new Error('An export of an earlier test still holds its slot.');
  });
  afterEach(async () => {
    if (isHeld) return;
    isHeld = true;
    await eventually(
      async () => exportSlots.takenCount(),
      (count) => count === 0,
      releaseMs,
    );
    isHeld = false;
  });
}
