import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toTimestamp } from '#kernel/clock.ts';
import { fromNodeId, newUid, uidPrefixes } from '#kernel/ids.ts';
import { toTechnicalName } from '#kernel/technical-name.ts';
import { slugify } from '#kernel/text.ts';

test('an identifier is its prefix and six lower-case base-36 characters', () => {
  expect(newUid('dataset')).toMatch(/^da_[0-9a-z]{6}$/);
  expect(newUid('field').slice(0, 3)).toBe(newUid('processor').slice(0, 3));
  expect(Object.values(uidPrefixes).filter((prefix) => !/^[a-z]{2}_$/.test(prefix))).toEqual([]);
});

test('a global identifier leads back to type and key, and any other text to nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]\w{0,10}$/), fc.string({ unit: 'grapheme', minLength: 1 }), (type, key) => {
      expect(fromNodeId(Buffer.from(`${type}:${key}`).toString('base64url'))).toEqual({ type, key });
    }),
  );
  for (const text of ['', '%', 'abc', Buffer.from('NoKey:').toString('base64url')])
    expect(fromNodeId(text)).toBeUndefined();
});

test('a slug is lower-case ASCII letters and digits between single separators', () => {
  expect(slugify('Fréquentation – 2024 (Île)')).toBe('frequentation-2024-ile');
  expect(slugify('Temp. Max', '_')).toBe('temp_max');
  expect(slugify('北京')).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(slugify(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
    }),
  );
});

test('the name of a column is readable in any script', () => {
  expect(
    [
      'Temp. Max (°C)',
      'Имя клиента',
      'Щёлково',
      'Ελληνικά',
      'Größe',
      '名称',
      '城市 (name)',
      '서울시',
      'ガス',
      '2020',
      '—',
    ].map(toTechnicalName),
  ).toEqual([
    'temp_max_c',
    'imya_klienta',
    'shchelkovo',
    'ellinika',
    'grosse',
    '名称',
    '城市_name',
    '서울시',
    'ガス',
    '2020',
    '',
  ]);
});

test('an instant is written in UTC with whole seconds', () => {
  expect(toTimestamp(new Date('2026-01-15T15:30:00.987+01:00'))).toBe('2026-01-15T14:30:00Z');
});
