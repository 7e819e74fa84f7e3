import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileExpression } from '../../../src/engine/processors/expression/compile-expression.ts';
import type { Row, Value } from '../../../src/engine/row.ts';
import { faultsWith, treat } from './treat.ts';

const row: Row = {
  price: '12', count: 3, code: '007', name: 'Éa𝒳b', empty: null, '20_to_25': 5, in: 'word',
  tags: ['x', 'y'], place: { city: 'Köln' }, date: '2024-02-03T10:00:00Z',
};
const compute = (expression: string, of: Row = row) => treat('expression', { expression, output_field: 'made' }, of);
/** Whether JSON can hold it. */
const isJson = (value: Value): boolean => (Array.isArray(value) ? value.every(isJson) : typeof value !== 'number' || Number.isFinite(value));
const valueOf = (expression: string, of: Row = row) => (compute(expression, of).result as Row)['made'];

describe('an expression', () => {
  test.each([
    ['price + count', 15], ['=price * 2', 24], ['-price', -12], ['7 mod 4', 3], ['5 mod-3', -1], ['2 ^ 10', 1024], ['price-count', 9],
    ['price + " €"', '12 €'], ['name + empty', null], ['empty * 2', null],
    ['code == 7', true], ['code == "7"', false], ['code == "007"', true], ['empty == null', true], ['price != "x"', true],
    ['price > 5', true], ['price > "5"', true], ['empty < 1', false], ['"2024-01-31" < date', true], ['1 < 2 < 3', true],
    ['if price > 5 and not (count > 5) then "big" else "small"', 'big'], ['if(price>5)then("big")else("small")', 'big'],
    ['not(price > 5)or(count > 1)', true], ['price in("12", "13")', true], ['"x" in tags', true], ['"z" not in tags', true],
    ['$price', '12'], ['$20_to_25', 5], [`'20_to_25' + 1`, 6], [`'in'`, 'word'], ['city of place', 'Köln'], ['tags', ['x', 'y']],
    ['missing', null], ['true', true], ['"%?:~= or(1"', '%?:~= or(1'],
  ])('%s gives %j', (expression, expected) => {
    expect(compute(expression)).toEqual({ result: { ...row, made: expected }, problems: [] });
  });

  test.each([
    ['round(2.345, 2)', 2.35], ['round(0-2.5)', -2], ['floor(2.7)', 2], ['ceil(2.1)', 3], ['abs(0-3)', 3], ['sqrt(9)', 3], ['log10(1000)', 3],
    ['min(price, count, empty)', 3], ['max(price, count)', 12], ['max(empty)', null], ['number(code)', 7], ['text(count)', '3'],
    ['upper(name)', 'ÉA𝒳B'], ['lower("ÄB")', 'äb'], ['trim("  a ")', 'a'], ['length(name)', 4], ['length(tags)', 2], ['upper(empty)', null],
    ['substring(name, 2, 2)', 'a𝒳'], ['substring(name, 3)', '𝒳b'], ['substring(name, 9, 1)', ''], ['replace(name, "a", "$&")', 'É$&𝒳b'],
    ['contains(name, "a")', true], ['startswith(name, "É")', true], ['endswith(name, "c")', false], ['concat(name, empty, count)', 'Éa𝒳b3'],
    ['coalesce(empty, "", name)', 'Éa𝒳b'], ['empty(empty)', true], ['exists(name)', true], ['year(date) * 100 + month(date)', 202402], ['day(date)', 3],
  ])('the function %s gives %j', (expression, expected) => {
    expect(compute(expression)).toMatchObject({ result: { made: expected }, problems: [] });
  });

  test.each([
    '1 / 0', 'sqrt(0-1)', '2 ^ 10000', 'abs(name)', 'name * 2', 'name and true', 'if price then 1 else 2', 'upper()', 'upper("a", "b")',
    'round(1, 99)', 'year(name)', `'constructor'(1)`,
  ])('%s is reported and leaves nothing', (expression) => {
    expect(compute(expression)).toEqual({ result: { ...row, made: null }, problems: [{ field: 'made', message: expect.stringMatching(/./) }] });
  });

  test.each([
    ['price count', /at count, after price/], ['price +', /ends too early, after price \+/], ['{}', /at \{\}/], ['"open', /at "open/], ['a = 1', /at = 1/], ['(1', /too early/],
    ['price % 2', /no %; there are/], ['a ? 1 : 2', /no \?/], ['name ~= "(a+)+$"', /no ~=/], ['sin(1)', /no function sin; there are: abs/], ['constructor(1)', /no function constructor/],
    ['a'.repeat(1001), /at most 1000/], ['or$x', /no or\$/],
  ])('%s is refused with the place', (expression, message) => {
    expect(compileExpression(expression)).toEqual({ error: expect.stringMatching(message) });
    expect(faultsWith('expression', { expression, output_field: 'made' })).toEqual(['expression']);
  });

  test('reaches nothing but fields', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'process', 'globalThis', 'data', 'ops', 'std']) {
      expect(valueOf(name)).toBeNull();
      expect(valueOf(`${name} of place`)).toBeNull();
      expect(valueOf(`${name} of name`)).toBeNull();
    }
  });

  test.each(['', '   ', 5, null, ['a'], { a: 1 }, 'nul\0', '\ud800'])('%j is no expression', (expression) => {
    expect(faultsWith('expression', { expression, output_field: 'made' })).toEqual(['expression']);
  });

  test('makes no text beyond the limit, and reads none', () => {
    expect(compute('a + a', { a: 'x'.repeat(600_000) }).problems).toHaveLength(1);
    expect(compute('replace(a, "x", "yyy")', { a: 'x'.repeat(500_000) }).problems).toHaveLength(1);
    expect(compute('length(a)', { a: 'x'.repeat(1_000_001) }).problems).toHaveLength(1);
    expect(compute('a in a', { a: Array.from({ length: 201 }, () => 'x') }).problems).toHaveLength(1);
  });

  test('as deep or long as it may be, it is read in no time', () => {
    const started = performance.now();
    for (const expression of [
      `${'('.repeat(499)}1${')'.repeat(499)}`, `${'-'.repeat(999)}1`, `1${'<1'.repeat(499)}`, `${'a+'.repeat(499)}a`, `${'1<('.repeat(240)}1${')'.repeat(240)}`, '"'.repeat(1000),
    ]) compileExpression(expression);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('whatever stands in it, it is refused, or computes JSON from any row, or says why not', () => {
    const part = fc.constantFrom('a', 'b', '1', '2.5', '"x"', 'null', '+', '-', '*', '/', '^', 'mod', '==', '<', 'and', 'or', 'not', 'in', 'of', 'if', 'then', 'else', '(', ')', ',', 'upper(', 'round(', 'concat(', 'length(', 'substring(');
    const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }));
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), fc.record({ a: value, b: value }), (parts, values) => {
      const computed = compileExpression(parts.join(' '));
      if (typeof computed !== 'function') return computed.error !== '';
      try {
        return isJson(computed(values));
      } catch (error) {
        return error instanceof RangeError;
      }
    }), { numRuns: 2_000 });
  });

  test('any text at all is refused or compiled', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60, unit: 'binary-ascii' }), (text) => {
      const computed = compileExpression(text);
      return typeof computed === 'function' || computed.error !== '';
    }));
  });
});

describe('a condition', () => {
  const chosen = (type: string, value: string, of: Row = row) => treat(type, { field: 'name', value_to_skip: value }, of).result === null;

  test.each(['skip_record', 'delete_record'])('%s drops the records that meet it', (type) => {
    expect(chosen(type, '=price > 10 and count < 5')).toBe(true);
    expect(chosen(type, '= price > 20')).toBe(false);
    expect(chosen(type, '=price > 10', { price: null })).toBe(false);
    expect(faultsWith(type, { field: 'name', value_to_skip: '=price >' })).toEqual(['value_to_skip']);
    expect(() => chosen(type, '=price')).toThrow(new RangeError('The condition gives neither true nor false.'));
    expect(() => chosen(type, '=abs(name) > 1')).toThrow(RangeError);
  });

  test('the records that meet it can be kept instead', () => {
    expect(treat('skip_record', { field: 'name', value_to_skip: '=price > 10', keep_instead_of_skip: true }, row).result).toEqual(row);
  });
});
