import type { Zone } from 'luxon';

const minute = 60_000;
const day = 24 * 60 * minute;
/** The maximum number of days whose offsets are cached: most records cover few days, and computing an offset is slow. */
const maxDays = 10_000;

/**
 * Creates a function that converts the local time of a zone, in milliseconds as if it were UTC, to the instant. A local time that
 * occurs twice becomes the first of the two instants. A local time that is skipped moves forward by the length of the gap.
 */
export function createLocalTimeConverter(zone: Zone): (localTime: number) => number {
  const offsets = new Map<number, number>();
  const offsetAt = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    if (offsets.size >= maxDays) offsets.clear();
    const offset = zone.offset(start) * minute;
    offsets.set(start, offset);
    return offset;
  };
  const isValidOffset = (localTime: number, offset: number): boolean =>
    zone.offset(localTime - offset) * minute === offset;
  return (localTime) => {
    // Offsets are less than a day. A change of the offset on this local day therefore lies between these two instants.
    const start = Math.floor(localTime / day) * day;
    const before = offsetAt(start - day);
    const after = offsetAt(start + 2 * day);
    // The offset before a change is used while it is valid, and for a skipped time, where neither offset is valid.
    const isBeforeUsed = before === after || isValidOffset(localTime, before) || !isValidOffset(localTime, after);
    return localTime - (isBeforeUsed ? before : after);
  };
}
