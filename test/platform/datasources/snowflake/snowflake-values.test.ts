import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCellWriter } from '#platform/datasources/snowflake-values.ts';

const written = (type: string, cell: string | null, scale: number | null = null): unknown =>
  JSON.parse(createCellWriter({ name: 'a', type, scale })(cell));

describe('a cell of Snowflake', () => {
  test.each<[string, number | null, string | null, unknown]>([
    ['fixed', 0, '42', 42],
    ['fixed', 0, '-9007199254740991', -9007199254740991],
    ['fixed', 0, '12345678901234567890', '12345678901234567890'],
    ['fixed', 2, '1.10', 1.1],
    ['fixed', 2, '-0.05', -0.05],
    ['fixed', 10, '1234567890.1234567890', '1234567890.1234567890'],
    ['real', null, '1.5e-10', 1.5e-10],
    ['real', null, '3', 3],
    ['real', null, 'NaN', null],
    ['real', null, '-inf', null],
    ['real', null, '', ''],
    ['boolean', null, 'true', true],
    ['boolean', null, '0', false],
    ['boolean', null, 'maybe', 'maybe'],
    ['date', null, '18262', '2020-01-01'],
    ['date', null, '-1', '1969-12-31'],
    ['date', null, '2020-01-01', '2020-01-01'],
    ['time', 9, '82919.000000000', '23:01:59'],
    ['time', 9, '0.120000000', '00:00:00.12'],
    ['time', 9, '86400.0', '86400.0'],
    ['timestamp_ntz', 9, '1616173619.000000000', '2021-03-19T17:06:59'],
    ['timestamp_ntz', 9, '1616173619.123456789', '2021-03-19T17:06:59.123456789'],
    ['timestamp_ltz', 9, '-0.500000000', '1969-12-31T23:59:59.5Z'],
    ['timestamp_tz', 9, '1616173619.000000000 960', '2021-03-19T09:06:59-08:00'],
    ['timestamp_tz', 9, '1616173619.000000000 1770', '2021-03-19T22:36:59+05:30'],
    ['timestamp_tz', 9, '1616173619 1440', '2021-03-19T17:06:59Z'],
    ['timestamp_tz', 9, '1616173619', '1616173619'],
    ['timestamp_tz', 9, '1616173619 9999', '1616173619 9999'],
    ['variant', null, '{\n  "a": [1, "x\\ny"]\n}', { a: [1, 'x\ny'] }],
    ['array', null, '[1, undefined]', '[1, undefined]'],
    ['object', null, '{}', {}],
    ['geography', null, '{"type": "Point", "coordinates": [2.3, 48.8]}', { type: 'Point', coordinates: [2.3, 48.8] }],
    ['binary', null, '48656C6C6F', '48656C6C6F'],
    ['text', null, 'a"\n', 'a"\n'],
    ['text', null, null, null],
    ['of_tomorrow', null, '1', '1'],
    ['constructor', null, '1', '1'],
  ])('%s(%j) %j is %j', (type, scale, cell, value) => {
    expect(written(type, cell, scale)).toEqual(value);
  });

  test('is JSON on one line for any value', () => {
    const type = fc.constantFrom(
      'fixed',
      'real',
      'boolean',
      'date',
      'time',
      'timestamp_ntz',
      'timestamp_ltz',
      'timestamp_tz',
      'variant',
      'text',
    );
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.stringMatching(/^-?\d{1,14}(\.\d{1,10})?( \d{1,5})?$/),
    );
    fc.assert(
      fc.property(type, cell, fc.option(fc.nat(38)), (name, text, scale) => {
        const line = createCellWriter({ name: 'a', type: name, scale })(text);
        expect(line).not.toMatch(/[\r\n]/);
        expect(() => {
          JSON.parse(line);
        }).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  test('a cell of Snowflake keeps its instant', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
        fc.integer({ min: -1439, max: 1439 }),
        (date, ahead) => {
          const milliseconds = date.getTime();
          const seconds = `${milliseconds < 0 ? '-' : ''}${String(Math.floor(Math.abs(milliseconds) / 1000))}.${String(Math.abs(milliseconds) % 1000).padStart(3, '0')}000000`;
          expect(new Date(String(written('timestamp_ltz', seconds))).getTime()).toBe(milliseconds);
          const zoned = String(written('timestamp_tz', `${seconds} ${ahead + 1440}`));
          if (/^\d{4}-/.test(zoned)) expect(new Date(zoned).getTime()).toBe(milliseconds);
        },
      ),
    );
  });
});
