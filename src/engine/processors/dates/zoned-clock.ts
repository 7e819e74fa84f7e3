import type { Zone } from 'luxon';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Days whose offsets are kept: most records are of few days, and finding an offset takes long. */
const maxDays = 10_000;

/**
 * Turns what the clock of a zone shows, in milliseconds as if it were UTC, into the instant. Of a time that the clock
 * shows twice the first is meant; one that it skips is as much later as the clock went on.
 */
export function zonedClock(zone: Zone): (shown: number) => number {
  const offsets = new Map<number, number>();
  const offsetAt = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    if (offsets.size >= maxDays) offsets.clear();
    const offset = zone.offset(start) * minute;
    offsets.set(start, offset);
    return offset;
  };
  const isInstant = (shown: number, offset: number): boolean => zone.offset(shown - offset) * minute === offset;
  return (shown) => {
    // No zone is a day away from UTC, so these lie on both sides of a change.
    const start = Math.floor(shown / day) * day;
    const before = offsetAt(start - day);
    const after = offsetAt(start + 2 * day);
    return before === after || isInstant(shown, before) || !isInstant(shown, after) ? shown - before : shown - after;
  };
}
