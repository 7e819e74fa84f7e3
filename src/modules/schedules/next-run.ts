import { cronFields, readField, type CronField } from './cron-field.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** What comes at all comes within this time: between two 29ths of February are eight years at most. */
const longestWait = 9 * 366 * day;

/** The first run after an instant, in UTC (docs/contract/rest.md 4), of a schedule whose fields are well formed; throws where none ever comes. */
export function nextRun(cronSchedule: string, after: Date): Date {
  const { times, isNamed } = readTimes(cronSchedule);
  const first = (Math.floor(after.getTime() / minute) + 1) * minute;
  for (let midnight = Math.floor(first / day) * day; midnight < first + longestWait; midnight += day) {
    const time = isNamed(new Date(midnight)) ? times.find((each) => midnight + each >= first) : undefined;
    if (time !== undefined) return new Date(midnight + time);
  }
  throw new RangeError('This schedule never comes.');
}

/** The times of day that a schedule names, in milliseconds and in order, and whether it names a day. */
function readTimes(cronSchedule: string) {
  const texts = cronSchedule.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = cronFields.map((field, at) => numbersOf(field, texts[at] ?? ''));
  // where both are restricted, either is enough: cron has always meant it so
  const isEither = texts[2] !== '*' && texts[4] !== '*';
  return {
    times: [...(hours ?? [])]
      .flatMap((each) => [...(minutes ?? [])].map((more) => each * hour + more * minute))
      .toSorted((a, b) => a - b),
    isNamed: (date: Date): boolean => {
      if (!months?.has(date.getUTCMonth() + 1)) return false;
      const isDate = dates?.has(date.getUTCDate()) === true;
      const isWeekday = weekdays?.has(date.getUTCDay()) === true;
      return isEither ? isDate || isWeekday : isDate && isWeekday;
    },
  };
}

/** The numbers that a field names; Sunday is 0. */
function numbersOf(field: CronField, text: string): ReadonlySet<number> {
  const reading = readField(field, text);
  return new Set('problem' in reading ? [] : reading.numbers.map((number) => (field.last === 7 ? number % 7 : number)));
}
