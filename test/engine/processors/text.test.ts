import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faultsWith, treat } from './apply-processor.ts';

describe('string_extractor', () => {
  const params = { field: 'a', regexp: '(?P<number>[0-9]+) (?P<street>[^,]*)' };

  test.each([
    [{ a: '600 Pennsylvania Ave, Washington' }, { number: '600', street: 'Pennsylvania Ave' }],
    [{ a: '12 Straße' }, { number: '12', street: 'Straße' }],
    [{ a: '12 ' }, { number: '12', street: null }],
    [{ a: ['none', '7 rue Été'] }, { number: '7', street: 'rue Été' }],
    [
      { a: 'none', number: 'old' },
      { number: null, street: null },
    ],
    [{ a: null }, { number: null, street: null }],
    [{}, { number: null, street: null }],
  ])('puts the groups found in %j into their fields', (row, fields) => {
    expect(treat('string_extractor', params, row)).toEqual({ result: { ...row, ...fields }, problems: [] });
  });

  test.each([
    '(',
    '[0-9]+',
    '(?P<constructor>a)',
    '(?P<__proto__>a)',
    '(?P<x>a)(?P<x>b)',
    '(?P<x>(a{100}){100})',
    '(?P<x>a)\\1',
    'a'.repeat(1001),
  ])('string_extractor refuses %s', (regexp) => {
    expect(faultsWith('string_extractor', { field: 'a', regexp })).toEqual(['regexp']);
  });

  test('does not hang on a pattern that backtracks elsewhere', () => {
    treat('string_extractor', { field: 'a', regexp: '(?P<x>(a+)+)$' }, { a: `${'a'.repeat(100_000)}!` });
    expect(() =>
      treat('string_extractor', { field: 'a', regexp: '(?P<x>(a+)+)$' }, { a: 'a'.repeat(8_000_000) }),
    ).toThrow(RangeError);
    for (const [type, regexp] of [
      ['string_extractor', '(?P<x>(a{30}){30})b'],
      ['regexp_replace', '(a{30}){30}b'],
    ] as const) {
      expect(() =>
        treat(type, { field: 'a', regexp }, { a: Array.from({ length: 2_000 }, () => 'a'.repeat(4_000)) }),
      ).toThrow(RangeError);
    }
  });
});

describe('unicode_normalize', () => {
  test.each([
    ['NFC', 'e\u0301ﬁ', 'éﬁ'],
    ['NFD', 'é', 'e\u0301'],
    ['NFKC', 'ﬁ②', 'fi2'],
    ['NFKD', 'éﬁ', 'e\u0301fi'],
  ])('unicode_normalize: %s', (form, text, expected) => {
    expect(treat('unicode_normalize', { field: 'a', form }, { a: text }).result).toEqual({ a: expected });
    expect(treat('unicode_normalize', { field: 'a', form }, { a: [text, null], b: text }).result).toEqual({
      a: [expected, null],
      b: text,
    });
  });

  test('composes by default, leaves numbers unchanged, and supports four forms', () => {
    expect(treat('unicode_normalize', { field: 'a' }, { a: 'e\u0301' }).result).toEqual({ a: 'é' });
    expect(treat('unicode_normalize', { field: 'a' }, { a: 5 }).result).toEqual({ a: 5 });
    expect(treat('unicode_normalize', { field: 'a' }, {}).result).toEqual({});
    expect(faultsWith('unicode_normalize', { field: 'a', form: 'NFX' })).toEqual(['form']);
  });

  test('unicode_normalize gives the same text when it runs twice', () => {
    const text = fc
      .array(fc.constantFrom('e', 'o', '\u0301', '\u0323', '\u0302', 'ﬁ', 'Å', 'ẛ', '\uFDFA', '각', '😀', '\ud800'))
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (a, form) => {
        const once = treat('unicode_normalize', { field: 'a', form }, { a }).result;
        expect(treat('unicode_normalize', { field: 'a', form }, once as { a: string }).result).toEqual(once);
      }),
    );
  });

  test('makes no text of eighteen times the length', () => {
    expect(() => treat('unicode_normalize', { field: 'a', form: 'NFKD' }, { a: '\uFDFA'.repeat(500_000) })).toThrow(
      RangeError,
    );
    expect(() => treat('unicode_normalize', { field: 'a', form: 'NFC' }, { a: 'x'.repeat(8_000_000) })).toThrow(
      RangeError,
    );
  });
});

describe('copy_field and add_field', () => {
  test('a copy replaces what was there, with nothing too', () => {
    const params = { field_to_copy: 'a', new_field: 'b' };
    expect(treat('copy_field', params, { a: ['é', 1], b: 'old' }).result).toEqual({ a: ['é', 1], b: ['é', 1] });
    expect(treat('copy_field', params, { b: 'old' }).result).toEqual({ b: null });
    expect(faultsWith('copy_field', { field_to_copy: '__proto__', new_field: 'constructor' })).toEqual([
      'field_to_copy',
      'new_field',
    ]);
    expect(faultsWith('copy_field', {})).toEqual(['field_to_copy', 'new_field']);
  });

  test('an added field is empty, one that is there stays', () => {
    expect(treat('add_field', { field: 'b' }, { a: 1 }).result).toEqual({ a: 1, b: null });
    expect(treat('add_field', { field: 'a' }, { a: 0 }).result).toEqual({ a: 0 });
    expect(faultsWith('add_field', { field: 'hasOwnProperty' })).toEqual(['field']);
  });
});

describe('set_timezone', () => {
  const inParis = (a: string | number | null | string[]) =>
    treat('set_timezone', { field: 'a', timezone: 'Europe/Paris' }, { a });

  test.each([
    ['2024-01-31T23:59:00', '2024-01-31T22:59:00Z'],
    ['2024-07-01 12:00', '2024-07-01T10:00:00Z'],
    ['2024-01-01T00:30', '2023-12-31T23:30:00Z'],
    ['2024-07-01T12:00:00.250', '2024-07-01T10:00:00.250Z'],
    // The clock skips from 2 to 3: half past two is half an hour after the skip.
    ['2024-03-31T02:30:00', '2024-03-31T01:30:00Z'],
    ['2024-03-31T01:59:59', '2024-03-31T00:59:59Z'],
    ['2024-03-31T03:00:00', '2024-03-31T01:00:00Z'],
    // The clock goes back from 3 to 2: the first half past two is meant.
    ['2024-10-27T02:30:00', '2024-10-27T00:30:00Z'],
    ['2024-10-27T03:00:00', '2024-10-27T02:00:00Z'],
    ['2024-01-31', '2024-01-31'],
    ['2024-01-31T23:59:00Z', '2024-01-31T23:59:00Z'],
    ['2024-01-31T23:59:00+0500', '2024-01-31T18:59:00Z'],
    ['2024-01-31T23:59:00+05', '2024-01-31T18:59:00Z'],
    ['', ''],
    [null, null],
    [['2024-07-01T12:00'], ['2024-07-01T10:00:00Z']],
  ])('set_timezone reads %j', (value, expected) => {
    const made = inParis(value);
    expect(made).toEqual({ result: { a: expected }, problems: [] });
    expect(inParis(expected)).toEqual(made);
  });

  test.each(['2024-02-30T10:00', '2024-01-01T25:00', 'soon', 5, '01/02/2024 10:00'])(
    'reports %j and leaves the field empty',
    (value) => {
      expect(inParis(value)).toEqual({
        result: { a: null },
        problems: [{ field: 'a', message: expect.stringContaining(String(value)) }],
      });
    },
  );

  test('a day that the clock skips is the day after', () => {
    expect(
      treat('set_timezone', { field: 'a', timezone: 'Pacific/Apia' }, { a: '2011-12-30T12:00:00' }).result,
    ).toEqual({ a: '2011-12-30T22:00:00Z' });
  });

  test('the clock of the zone shows at the instant what was read, wherever it does show it', () => {
    const zones = fc.constantFrom(
      'Europe/Paris',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'Pacific/Apia',
      'UTC',
    );
    fc.assert(
      fc.property(
        zones,
        fc.date({ min: new Date('1970-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (timezone, instant) => {
          const shown = (date: Date) => date.toLocaleString('sv', { timeZone: timezone }).replace(' ', 'T');
          const { result } = treat('set_timezone', { field: 'a', timezone }, { a: shown(instant) });
          expect(shown(new Date((result as { a: string }).a))).toBe(shown(instant));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('set_timezone follows date_normalizer', () => {
    const { result } = treat(
      'date_normalizer',
      { field: 'a', date_format: '%d/%m/%Y %H:%M' },
      { a: '01/07/2024 12:00' },
    );
    expect(inParis((result as { a: string }).a).result).toEqual({ a: '2024-07-01T10:00:00Z' });
  });

  test.each(['', 'Nowhere/City', 'x'.repeat(10_000), '__proto__', 5, null])('%j is no zone', (timezone) => {
    expect(faultsWith('set_timezone', { field: 'a', timezone })).toEqual(['timezone']);
  });
});
