import { expect, test } from '@jest/globals';
import { casts } from '#engine/schema/inference.ts';

test.each([
  ['2024/01/05 13:45', '2024-01-05T13:45:00Z'],
  ['2024/01/05 13:45:09', '2024-01-05T13:45:09Z'],
  ['2024-01-05 13:45:00.123+00', '2024-01-05T13:45:00.123Z'],
  ['2024-01-05 00:45:00+01', '2024-01-04T23:45:00Z'],
  ['2024-01-05T13:45:00-0330', '2024-01-05T17:15:00Z'],
  ['2024-01-05 13:45:00+05:30', '2024-01-05T08:15:00Z'],
])('%s is the instant %s', (text, instant) => {
  expect(casts.datetime(text)).toBe(instant);
});

test.each(['2024/01-05 13:45', '2024-01/05 13:45', '05/01/2024 13:45', '2024/02/30 13:45', '2024-01-05 13:45+1'])(
  '%s is no instant',
  (text) => {
    expect(casts.datetime(text)).toBeUndefined();
  },
);

test('there is no year 0, and a zone moves no instant out of the years that have four digits', () => {
  expect(casts.date('0000-01-01')).toBeUndefined();
  for (const text of ['0000-12-31T23:00:00Z', '0001-01-01T00:30:00+01:00', '9999-12-31T23:30:00-01:00'])
    expect(casts.datetime(text)).toBeUndefined();
  expect([casts.date('0001-01-01'), casts.datetime('9999-12-31T23:30:00Z')]).toEqual([
    '0001-01-01',
    '9999-12-31T23:30:00Z',
  ]);
});
