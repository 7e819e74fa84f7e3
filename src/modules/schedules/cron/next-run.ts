import { cronFields, parseField, type CronField } from './cron-field.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The maximum time between two runs, with a margin: the next 29 February may be eight years away. */
const maxWaitMs = 9 * 366 * dayMs;

/** The first run of a well-formed schedule after an instant, in UTC (docs/contract/rest.md 4); throws when there is none. */
export function nextRun(cronSchedule: string, after: Date): Date {
  const { times, isScheduledDay } = parseTimes(cronSchedule);
  const first = (Math.floor(after.getTime() / minuteMs) + 1) * minuteMs;
  for (let midnight = Math.floor(first / dayMs) * dayMs; midnight < first + maxWaitMs; midnight += dayMs) {
    const time = isScheduledDay(new Date(midnight))
      ? times.find((timeOfDay) => midnight + timeOfDay >= first)
      : undefined;
    if (time !== undefined) return new Date(midnight + time);
  }
  throw new RangeError('This schedule has no run.');
}

/** The times of day of a schedule in milliseconds, in order, and a function that returns whether the schedule runs on a day. */
function parseTimes(cronSchedule: string) {
  const texts = cronSchedule.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = cronFields.map((field, index) =>
    numbersOf(field, texts[index] ?? ''),
  );
  // when both day fields are restricted, cron runs on a day that matches either of them
  const matchesEitherField = texts[2] !== '*' && texts[4] !== '*';
  return {
    times: [...(hours ?? [])]
      .flatMap((hourOfDay) => [...(minutes ?? [])].map((minuteOfHour) => hourOfDay * hourMs + minuteOfHour * minuteMs))
      .toSorted((a, b) => a - b),
    isScheduledDay: (date: Date): boolean => {
      if (!months?.has(date.getUTCMonth() + 1)) return false;
      const isDate = dates?.has(date.getUTCDate()) === true;
      const isWeekday = weekdays?.has(date.getUTCDay()) === true;
      return matchesEitherField ? isDate || isWeekday : isDate && isWeekday;
    },
  };
}

/** The numbers of a field. In the day of the week, 7 also stands for Sunday and becomes 0. */
function numbersOf(field: CronField, text: string): ReadonlySet<number> {
  const parsed = parseField(field, text);
  return new Set('problem' in parsed ? [] : parsed.numbers.map((number) => (field.last === 7 ? number % 7 : number)));
}
