import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextStart } from '#modules/harvesters/next-start.ts';

const startsAfter = (cron: string, timezone: string, after: string, count: number): string[] => {
  const starts: string[] = [];
  let last = new Date(after);
  for (let each = 0; each < count; each += 1) starts.push((last = nextStart(cron, timezone, last)).toISOString());
  return starts;
};

test.each([
  ['keeps its local time when summer time begins', '0 6 * * *', '2026-03-28T00:00:00Z', ['28T05', '29T04', '30T04']],
  ['keeps its local time when summer time ends', '0 6 * * *', '2026-10-24T00:00:00Z', ['24T04', '25T05', '26T05']],
  ['starts once, later, where the clock skips it', '30 2 * * *', '2026-03-28T00:00:00Z', ['28T01', '29T01', '30T00']],
  ['starts once where the clock shows it twice', '30 2 * * *', '2026-10-24T00:00:00Z', ['24T00', '25T00', '26T01']],
])('a schedule in Zürich %s', (_what, cron, after, expected) => {
  expect(startsAfter(cron, 'Europe/Zurich', after, 3).map((start) => start.slice(8, 13))).toEqual(expected);
});

const timezones = ['UTC', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

test('a daily schedule starts on each local day once, at its time unless the clock skips it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...timezones),
      fc.nat(23),
      fc.nat(59),
      fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2030, 0) }),
      (timeZone, hour, minute, at) => {
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
        const starts = startsAfter(`${String(minute)} ${String(hour)} * * *`, timeZone, new Date(at).toISOString(), 4);
        const days = starts.map((start) => local.format(new Date(start)).slice(0, 10));
        expect(new Set(days).size).toBe(4);
        for (const start of starts) {
          const shown = local.format(new Date(start)).slice(11);
          const minutes = Number(shown.slice(0, 2)) * 60 + Number(shown.slice(3)) - (hour * 60 + minute);
          // the clock moves by an hour at most
          expect(minutes >= 0 && minutes <= 60).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
});
