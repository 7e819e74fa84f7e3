import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cronProblem, nextRun } from '#schedules/cron-schedule.rules.ts';

test.each([
  '* * * * *',
  '*/5 0-23/2 1,15 jan-mar MON-fri',
  '0 0 29 2 *',
  '  5  4\t* * 0,7 ',
  '0 0 31 2 1',
  '59 23 31 12 7',
  '5/10 * * * *',
  '0 0 * * 5-7',
])('%s is a schedule', (text) => {
  expect(cronProblem(text)).toBeUndefined();
});

test.each([
  ['', 'This field is required.'],
  ['   ', 'This field is required.'],
  ['* * * *', 'Give five fields: minute, hour, day of the month, month, day of the week. There are 4.'],
  ['0 * * * * *', expect.stringContaining('There are 6.')],
  ['@daily', expect.stringContaining('There are 1.')],
  ['60 * * * *', 'Field 1, minute: 60 is not between 0 and 59.'],
  ['* 24 * * *', 'Field 2, hour: 24 is not between 0 and 23.'],
  ['* * 0 * *', 'Field 3, day of the month: 0 is not between 1 and 31.'],
  ['* * * 13 *', 'Field 4, month: 13 is not between 1 and 12.'],
  ['* * * juli *', expect.stringContaining('Field 4, month: "juli" is not a number, nor one of jan, feb')],
  ['* * * * 8', 'Field 5, day of the week: 8 is not between 0 and 7.'],
  ['10-5 * * * *', 'Field 1, minute: the range 10-5 ends before it begins.'],
  ['*/0 * * * *', 'Field 1, minute: the step "0" is not a number greater than 0.'],
  ['*/ * * * *', 'Field 1, minute: the step "" is not a number greater than 0.'],
  ['1,,2 * * * *', 'Field 1, minute: "" is not a number, a range or *.'],
  ['1-2-3 * * * *', 'Field 1, minute: "1-2-3" is not a range.'],
  ['-1 * * * *', expect.stringContaining('Field 1, minute: "" is not a number')],
  ['* * L * *', expect.stringContaining('Field 3, day of the month: "L" is not a number')],
  ['* * ? * *', expect.stringContaining('Field 3')],
  ['H * * * *', expect.stringContaining('Field 1')],
  ['* * * * 1#2', expect.stringContaining('Field 5')],
  ['0 0 30 2 *', expect.stringContaining('Field 3, day of the month')],
  ['0 0 31 4,6,9,11 *', expect.stringContaining('Field 3, day of the month')],
  [`${'1,'.repeat(600)}1 * * * *`, 'Give at most 1000 characters.'],
])('%s is refused with a reason', (text, problem) => {
  expect(cronProblem(text)).toEqual(problem);
});

test('any text is a schedule that runs again, or is refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.stringMatching(/^[\d*,/-]{0,6}$/), { minLength: 5, maxLength: 5 }).map((parts) => parts.join(' ')),
      ),
      (text) => {
        if (cronProblem(text) === undefined) expect(nextRun(text, new Date(0)).getTime()).toBeGreaterThan(0);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['0 0 29 2 *', '2096-02-29T00:00:00Z', '2104-02-29T00:00:00Z'],
  ['59 23 31 * *', '2026-01-31T23:59:00Z', '2026-03-31T23:59:00Z'],
  ['0 0 13 * fri', '2026-02-01T00:00:00Z', '2026-02-06T00:00:00Z'],
  ['0 0 13 * fri', '2026-02-07T00:00:00Z', '2026-02-13T00:00:00Z'],
  ['0 0 31 2 7', '2026-02-22T00:00:00Z', '2027-02-07T00:00:00Z'],
  ['30 1,0 * * *', '2026-03-29T00:30:59Z', '2026-03-29T01:30:00Z'],
  ['0 0 1 1 *', '1970-01-01T00:00:00Z', '1971-01-01T00:00:00Z'],
])('%s comes next after %s at %s', (text, after, next) => {
  expect(nextRun(text, new Date(after))).toEqual(new Date(next));
});

interface Item {
  readonly text: string;
  readonly values: readonly number[];
}

/** An item of a field, and the numbers that it stands for. */
const itemOf = (first: number, last: number): fc.Arbitrary<Item> =>
  fc
    .oneof(
      fc.integer({ min: 1, max: 40 }).map((step) => ({ text: `*/${step}`, from: first, to: last, step })),
      fc.integer({ min: first, max: last }).map((value) => ({ text: String(value), from: value, to: value, step: 1 })),
      fc
        .tuple(
          fc.integer({ min: first, max: last }),
          fc.integer({ min: 0, max: last - first }),
          fc.integer({ min: 1, max: 5 }),
        )
        .map(([from, length, step]) => ({ from, to: Math.min(last, from + length), step }))
        .map((range) => ({ ...range, text: `${range.from}-${range.to}/${range.step}` })),
    )
    .map(({ text, from, to, step }) => ({
      text,
      values: Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
        (value) => (value - from) % step === 0,
      ),
    }));

const fieldOf = (first: number, last: number) =>
  fc.array(itemOf(first, last), { minLength: 1, maxLength: 3 }).map((items) => ({
    text: items.map(({ text }) => text).join(','),
    values: new Set(items.flatMap(({ values }) => values)),
  }));

test('the next run is the first minute after, in UTC, that the fields name', () => {
  fc.assert(
    fc.property(
      fieldOf(0, 59),
      fieldOf(0, 23),
      fieldOf(1, 12),
      fieldOf(0, 7),
      fc.boolean(),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (minute, hour, month, weekday, byDay, after) => {
        const text = `${minute.text} ${hour.text} * ${month.text} ${byDay ? weekday.text : '*'}`;
        expect(cronProblem(text)).toBeUndefined();
        const days = new Set([...weekday.values].map((day) => day % 7));
        const isNamed = (date: Date) =>
          minute.values.has(date.getUTCMinutes()) &&
          hour.values.has(date.getUTCHours()) &&
          month.values.has(date.getUTCMonth() + 1) &&
          (!byDay || days.has(date.getUTCDay()));
        const next = nextRun(text, after);
        expect(isNamed(next)).toBe(true);
        expect([next.getTime() > after.getTime(), next.getTime() % 60_000]).toEqual([true, 0]);
        const first = Math.floor(after.getTime() / 60_000) + 1;
        const minutes = Math.min(next.getTime() / 60_000 - first, 3_000);
        for (let count = 0; count < minutes; count += 1)
          if (isNamed(new Date((first + count) * 60_000)))
            throw new Error(`${text} also names ${new Date((first + count) * 60_000).toISOString()}`);
      },
    ),
    { numRuns: 200 },
  );
});
