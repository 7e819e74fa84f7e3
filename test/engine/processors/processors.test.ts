import { describe, expect, test } from '@jest/globals';
import { processorOf, processors } from '#engine/processors/registry.ts';
import { treat } from './apply-processor.ts';

test('every type is registered once', () => {
  const types = processors.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  expect(() => processorOf('none')).toThrow(/Choose one of/);
});

describe('string_replace', () => {
  test('replaces text in one field, literally', () => {
    expect(treat('string_replace', { field: 'a', old: '.', new: '$&' }, { a: '1.2.3', b: '.' }).result).toEqual({
      a: '1$&2$&3',
      b: '.',
    });
  });

  test('replaces text in all fields, lists and numbers too', () => {
    expect(
      treat('string_replace', { all_fields: true, old: '1' }, { a: 'x1', b: ['1y'], c: 213, d: null, e: 5 }).result,
    ).toEqual({ a: 'x', b: ['y'], c: '23', d: null, e: 5 });
  });

  test('wants a field or all of them', () => {
    expect(processorOf('string_replace').check({ old: 'x' })).toHaveProperty('field');
  });

  test('makes no text beyond the limit', () => {
    expect(() =>
      treat('string_replace', { field: 'a', old: 'x', new: 'y'.repeat(1000) }, { a: 'x'.repeat(2000) }),
    ).toThrow(RangeError);
  });

  test('rejects a text beyond the limit before it makes it, whole or in pieces', () => {
    const params = { old: 'x', new: 'y'.repeat(1000) };
    expect(() => treat('string_replace', { ...params, field: 'a' }, { a: 'x'.repeat(500_000) })).toThrow(
      'The text would be longer',
    );
    expect(() =>
      treat('string_replace', { ...params, field: 'a' }, { a: Array.from({ length: 500_000 }, () => 'x') }),
    ).toThrow('The text would be longer');
    expect(() =>
      treat(
        'string_replace',
        { ...params, all_fields: true },
        Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 'x'.repeat(900)])),
      ),
    ).toThrow('The text would be longer');
    expect(
      treat('string_replace', { old: 'z', new: 'y'.repeat(1000), field: 'a' }, { a: 'x'.repeat(2_000_000) }).problems,
    ).toEqual([]);
  });
});

describe('regexp_replace', () => {
  test('puts groups by number and name into the new text', () => {
    expect(
      treat(
        'regexp_replace',
        { field: 'a', regexp: '(?P<first>\\w+) (\\w+)', new: '\\2, \\g<first>$1' },
        { a: 'Ada Lovelace' },
      ).result,
    ).toEqual({ a: 'Lovelace, Ada$1' });
  });

  test('refuses a pattern that RE2 refuses, that is too large, or that lacks the group', () => {
    const check = (params: Record<string, string>) => processorOf('regexp_replace').check(params);
    expect(check({ field: 'a', regexp: '(' })).toHaveProperty('regexp');
    expect(check({ field: 'a', regexp: '(a)\\1' })).toHaveProperty('regexp');
    expect(check({ field: 'a', regexp: 'a'.repeat(1001) })).toHaveProperty('regexp');
    expect(check({ field: 'a', regexp: '((a{100}){100}){100}' })).toHaveProperty('regexp');
    expect(check({ field: 'a', regexp: 'a', new: '\\1' })).toHaveProperty('new');
  });

  test.each(['(a+)+$', '(a|a)*b', '(a*)*b|a', 'a*b|a', '(.*.*.*)x'])('does not hang on %s', (regexp) => {
    try {
      treat('regexp_replace', { field: 'a', regexp, new: '-' }, { a: `${'a'.repeat(100_000)}!` });
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  });
});

describe('date_normalizer', () => {
  test.each([
    ['%d/%m/%Y', '3/02/2024', '2024-02-03'],
    ['%d %B %Y', '15 January 2026', '2026-01-15'],
    ['%b %d, %y', 'Mar 05, 99', '1999-03-05'],
    ['%Y%m%d', '20240229', '2024-02-29'],
    ['%Y-%j', '2024-366', '2024-12-31'],
    ['%Y-%m-%d %H:%M', '2024-01-31 23:59', '2024-01-31T23:59:00'],
    ['%d/%m/%Y %I:%M %p', '01/02/2024 12:05 am', '2024-02-01T00:05:00'],
    ['%w %d.%m.%Y', '6 03.02.2024', '2024-02-03'],
    ['%Y-%m-%d %H:%M %Z', '2024-01-31 23:59 utc', '2024-01-31T23:59:00Z'],
    ['%Y-%m-%dT%H:%M:%S.%f%z', '2024-01-01T00:00:00.25+02:00', '2023-12-31T22:00:00.250Z'],
    ['%s', '0', '1970-01-01T00:00:00Z'],
    ['%F %T', '2024-01-31 01:02:03', '2024-01-31T01:02:03'],
  ])('date_normalizer reads %s', (format, text, expected) => {
    expect(treat('date_normalizer', { field: 'a', date_format: format }, { a: text })).toEqual({
      result: { a: expected },
      problems: [],
    });
  });

  test.each(['31/02/2024', '29/02/2023', 'soon', '1/1/24', '01/01/2024 x'])(
    'reports %s and leaves the field empty',
    (text) => {
      const { result, problems } = treat('date_normalizer', { field: 'a', date_format: '%d/%m/%Y' }, { a: text });
      expect(result).toEqual({ a: null });
      expect(problems).toEqual([{ field: 'a', message: expect.stringContaining(text) }]);
    },
  );

  test('reads each date of a list', () => {
    expect(
      treat('date_normalizer', { field: 'a', date_format: '%d/%m/%Y' }, { a: ['01/02/2024', '02/02/2024'] }).result,
    ).toEqual({ a: ['2024-02-01', '2024-02-02'] });
  });

  test('leaves an empty field alone', () => {
    expect(treat('date_normalizer', { field: 'a', date_format: '%Y' }, { b: 1 })).toEqual({
      result: { b: 1 },
      problems: [],
    });
  });

  test.each(['%Q', '%Y %Y', '%d/%m', '%'])('refuses the format %s', (format) => {
    expect(processorOf('date_normalizer').check({ field: 'a', date_format: format })).toHaveProperty('date_format');
  });
});

describe('skip_record', () => {
  const row = { a: 'rain', b: ['x', 'y'], c: 5, d: null };
  test.each([
    [{ field: 'a', value_to_skip: 'rain' }, true],
    [{ field: 'a', value_to_skip: 'ai' }, false],
    [{ field: 'a', value_to_skip: 'ai', exact_match: false }, true],
    [{ field: 'a', value_to_skip: 'rain', keep_instead_of_skip: true }, false],
    [{ field: 'a', value_to_skip: 'sun', keep_instead_of_skip: 'true' }, true],
    [{ field: 'b', value_to_skip: 'y' }, true],
    [{ field: 'c', value_to_skip: '5' }, true],
    [{ field: 'd' }, true],
    [{ field: 'd', exact_match: false }, true],
    [{ field: 'a', exact_match: false }, false],
  ])('%j drops the record: %s', (params, isDropped) => {
    expect(treat('skip_record', params, row).result).toEqual(isDropped ? null : row);
  });
});

describe('concat and split', () => {
  test('concat joins two fields and leaves out an empty one', () => {
    const params = { separator: ' - ', left_value: 'a', right_value: 'b', output_field: 'c' };
    expect(treat('concat', params, { a: 'x', b: 2 }).result).toEqual({ a: 'x', b: 2, c: 'x - 2' });
    expect(treat('concat', params, { a: null, b: 2 }).result).toEqual({ a: null, b: 2, c: '2' });
    expect(treat('concat', params, {}).result).toEqual({ c: null });
  });

  test('split takes a part counted from 1', () => {
    const params = { field: 'a', separator: '/', output_field: 'b' };
    expect(treat('split', { ...params, index: 2 }, { a: 'x/y/z' }).result).toEqual({ a: 'x/y/z', b: 'y' });
    expect(treat('split', { ...params, index: '9' }, { a: 'x/y/z' }).result).toEqual({ a: 'x/y/z', b: null });
    expect(processorOf('split').check({ ...params, index: 0 })).toHaveProperty('index');
  });
});
