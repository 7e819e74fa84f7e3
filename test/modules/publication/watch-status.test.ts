import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { msUntilSlot } from '../../../src/modules/publication/status/watch-status.ts';

test('streams poll at moments spread over the interval, each always at the same one', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.double({ min: 0, max: 1e9, noNaN: true }), (moment, now) => {
      const wait = msUntilSlot(moment, now);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(300);
      // as far from the beginning of an interval as its moment says
      const away = (now + wait - moment * 30) % 300;
      expect(Math.min(away, 300 - away)).toBeLessThan(1e-3);
    }),
  );
});
