import { failFields } from '#kernel/fail.ts';
import { nextRun } from '#schedules/index.ts';

/** The name of a time zone, unchanged. Fails INVALID_INPUT at `timezone`. */
export function parseTimezone(name: string): string {
  const isName = /^[A-Za-z][\w+/-]{0,99}$/.test(name);
  try {
    if (isName) new Intl.DateTimeFormat('en', { timeZone: name });
    if (isName) return name;
  } catch {
    // The message follows for every unknown name.
  }
  return failFields({ timezone: ['Give the IANA name of a time zone, such as Europe/Paris.'] });
}

/** How many starts may be tried: more than fall into the longest change of the clock. */
const maxTries = 2_000;

/**
 * The first start after an instant, by the clock of a time zone. A time that the clock skips starts when the clock has moved; one that it
 * shows twice starts once.
 */
export function nextStart(cronSchedule: string, timezone: string, after: Date): Date {
  let wall = new Date(after.getTime() + offsetAt(after.getTime(), timezone));
  for (let tries = 0; tries < maxTries; tries += 1) {
    wall = nextRun(cronSchedule, wall);
    const instant = instantOf(wall.getTime(), timezone);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new RangeError('This schedule has no start.');
}

/** The first instant at which the clock shows a time, or at which it has passed it. */
function instantOf(wall: number, timezone: string): number {
  const candidates = [offsetAt(wall - dayMs, timezone), offsetAt(wall + dayMs, timezone)].map(
    (offset) => wall - offset,
  );
  const exact = candidates.filter((instant) => instant + offsetAt(instant, timezone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

const dayMs = 24 * 3_600_000;

/** How far the clock of a time zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    numberOf('year'),
    numberOf('month') - 1,
    numberOf('day'),
    numberOf('hour'),
    numberOf('minute'),
    numberOf('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}
