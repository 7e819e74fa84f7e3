import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { suggestFileName } from '#platform/fetcher/accept-response.ts';

const url = new URL('https://data.example/exports/stations%20%C3%A9t%C3%A9.csv?token=secret');

test.each([
  [undefined, 'stations été.csv'],
  ['attachment', 'stations été.csv'],
  ['attachment; filename=rides.csv', 'rides.csv'],
  ['attachment; filename="rides of 2026; all.csv"', 'rides of 2026; all.csv'],
  ['attachment; filename="a \\"quoted\\" name.csv"', 'a "quoted" name.csv'],
  ['attachment; filename="plain.csv"; filename*=UTF-8\'\'%C3%A9t%C3%A9.csv', 'été.csv'],
  ["attachment; filename*=iso-8859-1'en'%E9t%E9.csv", 'été.csv'],
  ['inline;FileName="../../etc/passwd"', 'passwd'],
  [Buffer.from('attachment; filename="été.csv"').toString('latin1'), 'été.csv'],
  ['attachment; filename="été.csv"', 'été.csv'],
])('with Content-Disposition %j the file is called %j', (disposition, name) => {
  expect(suggestFileName(disposition, url)).toBe(name);
});

test('an address without a path is called file', () => {
  expect(suggestFileName(undefined, new URL('https://data.example/'))).toBe('file');
});

test('no header makes an unsafe name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(suggestFileName(`attachment; filename${text}`, url)).not.toMatch(/[/\\\p{Cc}]|^\.|^$/u);
    }),
  );
});
