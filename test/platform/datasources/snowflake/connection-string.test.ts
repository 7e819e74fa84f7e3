import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitConnectionString } from '#platform/datasources/snowflake-session.ts';

const written = (name: string, value: string, isBraced: boolean): string =>
  `${name}=${isBraced || /[;{}]|^\s|\s$/.test(value) ? `{${value.replaceAll('}', '}}')}}` : value}`;

describe('a connection string', () => {
  test('is a list of names and values, with blanks around them and empty parts between them', () => {
    expect(splitConnectionString(' Server = a.example ; ;UID=;PWD={ a;b}}c= } ;Role=x=y')).toEqual([
      { name: 'Server', value: 'a.example' },
      { name: 'UID', value: '' },
      { name: 'PWD', value: ' a;b}c= ' },
      { name: 'Role', value: 'x=y' },
    ]);
    expect(splitConnectionString('')).toEqual([]);
  });

  test('parses the values that were written into it', () => {
    const part = fc.record({
      name: fc.stringMatching(/^[A-Za-z_][\w ]{0,20}\w$/),
      value: fc.string({ unit: 'grapheme' }),
      isBraced: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const text = parts.map(({ name, value, isBraced }) => written(name, value, isBraced)).join(';');
        expect(splitConnectionString(text)).toEqual(parts.map(({ name, value }) => ({ name, value })));
      }),
    );
  });

  test.each([
    'Server',
    '=a',
    ';;=',
    'PWD={a',
    'PWD={a}}',
    'PWD={a}b;',
    'PWD={a} b',
    `A=${'x'.repeat(20_000)}`,
    `${' '.repeat(19_999)}{`,
  ])('is invalid when it is %.30s', (text) => {
    expect(splitConnectionString(text)).toBeUndefined();
  });
});
