import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { commandOf, withoutLiterals } from '#platform/telemetry.ts';

test.each([
  ["select 'a' from t where n = 12.5 and p = $1", 'select ? from t where n = ? and p = $1'],
  ["select E'it\\'s' || 'it''s'", 'select ? || ?'],
  [`select "o'clock", t1.a2 from "a""b" t1`, `select "o'clock", t1.a2 from "a""b" t1`],
  ['select $$a secret$$, $x$a $$ b$x$', 'select ?, ?'],
  ["select 'never closed", 'select ?'],
  ['select 1e3', 'select ?'],
])('%s', (text, expected) => {
  expect(withoutLiterals(text)).toBe(expected);
});

test('a literal that the driver writes never appears, wherever the text is cut', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.string({ maxLength: 20 }),
      fc.nat(60),
      (value, other, at) => {
        const secret = `Geheim${value}Geheim`;
        const text = `select ${pg.escapeLiteral(other)}, ${pg.escapeLiteral(secret)} from t`;
        expect(withoutLiterals(text)).not.toContain('Geheim');
        expect(withoutLiterals(text.slice(0, at))).not.toContain('Geheim');
      },
    ),
  );
});

test('a text is bounded, and read in linear time', () => {
  for (const piece of ["'", '"', '$a$', "e'\\", '1 ', '$$', 'a'])
    expect(withoutLiterals(piece.repeat(1_000_000)).length).toBeLessThanOrEqual(2_000);
});

test.each([
  ['select 1', 'select'],
  ['\n INSERT into t', 'insert'],
  ['with x as (select 1) select 2', 'with'],
  ['', 'statement'],
])('the name of %j is %s', (text, name) => {
  expect(commandOf(text)).toBe(name);
});
