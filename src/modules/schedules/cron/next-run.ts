import { cronFields, parseField, type CronField } from './cron-field.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** The longest time between two runs: 29 February may take eight years. */
const maxWaitMs = 9 * 366 * day;

/** The first run of a well-formed schedule after an instant, in UTC (docs/contract/rest.md 4); throws when there is none. */
export function nextRun(cronSchedule: string, after: Date): Date {
  const { times, isScheduledDay } = parseTimes(cronSchedule);
  const first = (Math.floor(after.getTime() / minute) + 1) * minute;
  for (let midnight = Math.floor(first / day) * day; midnight < first + maxWaitMs; midnight += day) {
    const time = isScheduledDay(new Date(midnight)) ? times.find((each) => midnight + each >= first) : undefined;
    if (time !== undefined) return new Date(midnight + time);
  }
  throw new RangeError('This schedule has no run.');
}

/** The times of day of a schedule in milliseconds, in order, and a function that returns whether the schedule runs on a day. */
function parseTimes(cronSchedule: string) {
  const texts = cronSchedule.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = cronFields.map((field, at) => numbersOf(field, texts[at] ?? ''));
  // cron runs when either of two restricted day fields matches
  const isEither = texts[2] !== '*' && texts[4] !== '*';
  return {
    times: [...(hours ?? [])]
      .flatMap((hourOfDay) => [...(minutes ?? [])].map((minuteOfHour) => hourOfDay * hour + minuteOfHour * minute))
      .toSorted((a, b) => a - b),
    isScheduledDay: (date: Date): boolean => {
      if (!months?.has(date.getUTCMonth() + 1)) return false;
      const isDate = dates?.has(date.getUTCDate()) === true;
      const isWeekday = weekdays?.has(date.getUTCDay()) === true;
      return isEither ? isDate || isWeekday : isDate && isWeekday;
    },
  };
}

/** The numbers of a field; Sunday is 0. */
function numbersOf(field: CronField, text: string): ReadonlySet<number> {
  const reading = parseField(field, text);
  return new Set('problem' in reading ? [] : reading.numbers.map((number) => (field.last === 7 ? number % 7 : number)));
}
