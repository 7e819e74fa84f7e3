import type { IntervalUnit } from '../tree.ts';

const dayMs = 86_400_000;
const daysOfWeek = 7;
/** Units of the same length always, in milliseconds. */
const lengths: Partial<Record<IntervalUnit, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
};
const months: Partial<Record<IntervalUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** The start of the interval that contains a time, in milliseconds. Intervals of equal length begin at 1970, weeks on Monday. */
export function startOfInterval(time: number, unit: IntervalUnit, count: number): number {
  const length = lengths[unit];
  if (length !== undefined) return Math.floor(time / (length * count)) * length * count;
  if (unit === 'week') return Math.floor((time / dayMs + 3) / daysOfWeek) * daysOfWeek * dayMs - 3 * dayMs;
  const date = new Date(time);
  const size = months[unit] ?? 1;
  return startOfMonth(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / size) * size);
}

/** The end of the interval that starts at a time. */
export function endOfInterval(start: number, unit: IntervalUnit, count: number): number {
  const length = unit === 'week' ? daysOfWeek * dayMs : lengths[unit];
  if (length !== undefined) return start + length * count;
  const date = new Date(start);
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + (months[unit] ?? 1) * count);
}

/** The first instant of a month. `Date.UTC` takes the years below 100 for others. */
function startOfMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}
