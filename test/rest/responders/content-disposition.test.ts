import { expect, test } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { contentDisposition } from '#rest/responders/file.ts';

test.each([
  ['rivers.csv', 'rivers.csv', 'rivers.csv'],
  ['Été 2026.csv', 'Ete 2026.csv', '%C3%89t%C3%A9%202026.csv'],
  ['données "brutes" 100%.csv', 'donnees _brutes_ 100_.csv', 'donn%C3%A9es%20%22brutes%22%20100%25.csv'],
  ['河川.csv', '__.csv', '%E6%B2%B3%E5%B7%9D.csv'],
  ['a\\b\r\nx: y.csv', 'a_b__x: y.csv', 'a%5Cb%0D%0Ax%3A%20y.csv'],
  ["it's (1)*.csv", "it's (1)*.csv", 'it%27s%20%281%29%2A.csv'],
])('a download is named for clients with and without support for filename*: %s', (name, ascii, extended) => {
  expect(contentDisposition('attachment', name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${extended}`);
});

test('any file name gives one header that contains the exact name', () => {
  assert(
    property(string({ unit: 'binary' }), (name) => {
      const [, ascii = '', extended = ''] =
        /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(contentDisposition('inline', name)) ?? [];
      expect(ascii).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeURIComponent(extended)).toBe(name.toWellFormed());
    }),
  );
});
