import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileProcessorExpression } from '#engine/processors/expression.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { faultsWith, treat } from './apply-processor.ts';

const row: DataRecord = {
  price: '12',
  count: 3,
  code: '007',
  name: 'Éa𝒳b',
  empty: null,
  '20_to_25': 5,
  in: 'word',
  tags: ['x', 'y'],
  place: { city: 'Köln' },
  date: '2024-02-03T10:00:00Z',
  'Full name': 'É',
  yes: true,
};
const compute = (expression: string, of: DataRecord = row) =>
  treat('expression', { expression, output_field: 'made' }, of);
/** Whether JSON can hold it. */
const isJson = (value: Value): boolean =>
  Array.isArray(value) ? value.every(isJson) : typeof value !== 'number' || Number.isFinite(value);
const valueOf = (expression: string, of: DataRecord = row) => (compute(expression, of).result as DataRecord)['made'];

describe('an expression', () => {
  test.each([
    ['price + count', 15],
    ['=price * 2', 24],
    ['-price', -12],
    ['7 mod 4', 3],
    ['5 mod-3', -1],
    ['2 ^ 10', 1024],
    ['price-count', 9],
    ['price + " €"', '12 €'],
    ['name + empty', null],
    ['empty * 2', null],
    ['code == 7', true],
    ['code == "7"', false],
    ['code == "007"', true],
    ['empty == null', true],
    ['price != "x"', true],
    ['price > 5', true],
    ['price > "5"', true],
    ['empty < 1', false],
    ['"2024-01-31" < date', true],
    ['5 % -3', -1],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['2 ^ 3 ^ 2', 512],
    ['1 + 2 * 3', 7],
    ['+price', 12],
    ['!!yes', true],
    ['if(price > 5 and not (count > 5), "big", "small")', 'big'],
    [`price>5?'big':'small'`, 'big'],
    ['count > 5 ? 1 : count > 2 ? 2 : 3', 2],
    ['if(yes, 1, 1 / 0)', 1],
    ['not(price > 5)or(count > 1)', true],
    ['not count == 3', false],
    ['not not -count + 1 == -2', true],
    ['yes && !(count > 5) || 1 / 0 > 1', true],
    ['no == null and count == 3', true],
    ['price in("12", "13")', true],
    ['price in [12, 13]', true],
    ['code in ("7", 8)', false],
    ['code in (7)', true],
    ['empty in (1, null)', true],
    ['empty in tags', false],
    ['"x" in tags', true],
    ['"z" not in tags', true],
    ['not "x" in tags', false],
    ['"word" in $in', true],
    ['"wor" in $in', false],
    ['$price', '12'],
    ['$20_to_25', 5],
    ['field("20_to_25") + 1', 6],
    ['field("Full name")', 'É'],
    ['$in', 'word'],
    ['tags', ['x', 'y']],
    ['place.city', 'Köln'],
    ['place["city"]', 'Köln'],
    ['tags[count - 2]', 'y'],
    ['tags[9]', null],
    ['name[0]', null],
    ['missing.city', null],
    ['tags["length"]', null],
    ['missing', null],
    ['true', true],
    ['"%?:~= or(1"', '%?:~= or(1'],
    [`'it\\'s'`, "it's"],
    ['"a\\tb"', 'a\tb'],
  ])('an expression %s gives %j', (expression, expected) => {
    expect(compute(expression)).toEqual({ result: { ...row, made: expected }, problems: [] });
  });

  test.each([
    ['round(2.345, 2)', 2.35],
    ['round(0-2.5)', -2],
    ['floor(2.7)', 2],
    ['ceil(2.1)', 3],
    ['abs(0-3)', 3],
    ['sqrt(9)', 3],
    ['log10(1000)', 3],
    ['min(price, count, empty)', 3],
    ['max(price, count)', 12],
    ['max(empty)', null],
    ['number(code)', 7],
    ['text(count)', '3'],
    ['upper(name)', 'ÉA𝒳B'],
    ['lower("ÄB")', 'äb'],
    ['trim("  a ")', 'a'],
    ['length(name)', 4],
    ['length(tags)', 2],
    ['upper(empty)', null],
    ['substring(name, 2, 2)', 'a𝒳'],
    ['substring(name, 3)', '𝒳b'],
    ['substring(name, 9, 1)', ''],
    ['replace(name, "a", "$&")', 'É$&𝒳b'],
    ['contains(name, "a")', true],
    ['startswith(name, "É")', true],
    ['endswith(name, "c")', false],
    ['concat(name, empty, count)', 'Éa𝒳b3'],
    ['coalesce(empty, "", name)', 'Éa𝒳b'],
    ['empty(empty)', true],
    ['exists(name)', true],
    ['year(date) * 100 + month(date)', 202402],
    ['day(date)', 3],
  ])('the function %s gives %j', (expression, expected) => {
    expect(compute(expression)).toMatchObject({ result: { made: expected }, problems: [] });
  });

  test.each([
    '1 / 0',
    'sqrt(0-1)',
    '2 ^ 10000',
    'abs(name)',
    'name * 2',
    'name and true',
    'empty or true',
    'price ? 1 : 2',
    '!count',
    'round(1, 99)',
    'year(name)',
    '7 mod 0',
  ])('%s is reported and leaves nothing', (expression) => {
    expect(compute(expression)).toEqual({
      result: { ...row, made: null },
      problems: [{ field: 'made', message: expect.stringMatching(/./) }],
    });
  });

  test.each([
    ['price count', 'Unexpected "c" at character 7: count'],
    ['price +', 'Expected expression after + at the end.'],
    ['{}', 'Unexpected "{" at character 1: {}'],
    ['"open', 'Unclosed quote after "open" at the end.'],
    ['(1', 'Unclosed ( at the end.'],
    ['()', 'Nothing in the parentheses at the end.'],
    ['=', 'Give one expression.'],
    ['1, 2', 'Give one expression.'],
    ['a = 1', 'Unexpected "=" at character 3: = 1'],
    ['a === 1', 'Expected expression after == at character 5: = 1'],
    ['count++', 'missing unaryOp argument at the end.'],
    ['a; b', 'Unexpected ";" at character 2: ; b'],
    ['a ? 1', 'Expected : at the end.'],
    ['name ~= "(a+)+$"', 'Unexpected "~" at character 6: ~= "(a+)+$"'],
    ['upper(a b)', 'Unexpected "b" at character 9: b)'],
    ['`a`', 'Unexpected "`" at character 1: `a`'],
    ['1 < 2 < 3', 'Compare two values at a time, as in a < b and b < c, before <.'],
    ['2a', 'Variable names cannot start with a number (2a) at character 2: a'],
    ['1e999', '1e999 is too large a number.'],
    ['sin(1)', /^"sin" is unknown. Use one of: if, field, abs/],
    ['constructor(1)', /^"constructor" is unknown\./],
    ['upper()', 'upper(…) has 0 arguments; it takes 1.'],
    ['upper("a", "b")', 'upper(…) has 2 arguments; it takes 1.'],
    ['concat()', 'concat(…) has 0 arguments; it takes 1 to any number.'],
    [`'constructor'(1)`, /^Only a function name/],
    ['place.city(1)', /^Only a function/],
    ['upper.call(1)', /^Only a function/],
    ['(upper)(1)', /^Only a function/],
    ['this', '"this" is a keyword. Write the field of this name as $this.'],
    ['a and', 'Unexpected "a" at character 3: and'],
    ['a == not', /^"not" is a keyword/],
    ['[1, 2]', 'A list is allowed only after in.'],
    ['(1, 2)', /^A list is allowed/],
    ['a in [1,,2]', 'A value is missing in a list.'],
    ['name == “x”', /^"“x”" is not a valid name. Write a text in " or '/],
    ['price\u00a0> 5', /is not a valid name/],
    ['a'.repeat(1001), 'Give at most 1000 characters.'],
    [`${'('.repeat(101)}1${')'.repeat(101)}`, /^More than 100 levels of nested expressions at character/],
    [`${'a+'.repeat(150)}a`, /^More than 100 levels of nested operations/],
  ])('%s is refused with the place', (expression, message) => {
    expect(compileProcessorExpression(expression)).toEqual({
      error: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
    expect(faultsWith('expression', { expression, output_field: 'made' })).toEqual(['expression']);
  });

  test('reaches nothing but fields', () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'process',
      'globalThis',
      'data',
      'ops',
      'std',
    ]) {
      expect(valueOf(name)).toBeNull();
      for (const holder of ['place', 'name', 'tags', 'count']) {
        expect(valueOf(`${holder}.${name}`)).toBeNull();
        expect(valueOf(`${holder}["${name}"]`)).toBeNull();
      }
      expect(valueOf(`field("${name}")`)).toBeNull();
    }
  });

  test.each(['', '   ', 5, null, ['a'], { a: 1 }, 'nul\0', '\ud800'])('%j is no expression', (expression) => {
    expect(faultsWith('expression', { expression, output_field: 'made' })).toEqual(['expression']);
  });

  test('makes no text beyond the limit, and reads none', () => {
    expect(compute('a + a', { a: 'x'.repeat(600_000) }).problems).toHaveLength(1);
    expect(compute('replace(a, "x", "yyy")', { a: 'x'.repeat(500_000) }).problems).toHaveLength(1);
    expect(compute('length(a)', { a: 'x'.repeat(4_000_001) }).problems).toHaveLength(1);
    expect(
      compute(Array.from({ length: 9 }, () => 'length(a)').join('+'), { a: 'x'.repeat(500_000) }).problems,
    ).toHaveLength(1);
    expect(
      compute('a in b', { a: { a: 'x'.repeat(10_000) }, b: Array.from({ length: 500 }, () => ({ a: 'y' })) }).problems,
    ).toHaveLength(1);
  });

  test('an expression of the greatest depth or length is compiled before the timeout', () => {
    for (const expression of [
      `${'('.repeat(499)}1${')'.repeat(499)}`,
      `${'-'.repeat(999)}1`,
      `1${'<1'.repeat(499)}`,
      `${'a+'.repeat(499)}a`,
      `${'1<('.repeat(240)}1${')'.repeat(240)}`,
      '"'.repeat(1000),
      `${'['.repeat(999)}1`,
      'f('.repeat(499),
      `a${'?a'.repeat(499)}`,
      `${'!'.repeat(500)}a${'<1'.repeat(249)}`,
      `a${'[a'.repeat(499)}`,
    ])
      compileProcessorExpression(expression);
  });

  test('whatever stands in it, it is refused, or computes JSON from any row, or says why not', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '1',
      '2.5',
      '"x"',
      'null',
      '+',
      '-',
      '*',
      '/',
      '^',
      'mod',
      '==',
      '<',
      'and',
      'or',
      'not',
      'in',
      '!',
      '&&',
      '?',
      ':',
      '[',
      ']',
      '.',
      'if(',
      'field(',
      'max(',
      '(',
      ')',
      ',',
      'upper(',
      'round(',
      'concat(',
      'length(',
      'substring(',
    );
    const value = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.record({ a: value, b: value }), (parts, values) => {
        const computed = compileProcessorExpression(parts.join(' '));
        if (typeof computed !== 'function') return computed.error !== '';
        try {
          return isJson(computed(values));
        } catch (error) {
          return error instanceof RangeError;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('any text at all is refused or compiled', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary-ascii' }), (text) => {
        const computed = compileProcessorExpression(text);
        return typeof computed === 'function' || computed.error !== '';
      }),
    );
  });
});

describe('a condition', () => {
  const chosen = (type: string, value: string, of: DataRecord = row) =>
    treat(type, { field: 'name', value_to_skip: value }, of).result === null;

  test.each(['skip_record', 'delete_record'])('%s drops the records that meet it', (type) => {
    expect(chosen(type, '=price > 10 and count < 5')).toBe(true);
    expect(chosen(type, '= price > 20')).toBe(false);
    expect(chosen(type, '=price > 10', { price: null })).toBe(false);
    expect(faultsWith(type, { field: 'name', value_to_skip: '=price >' })).toEqual(['value_to_skip']);
    expect(() => chosen(type, '=price')).toThrow(new RangeError('The condition must be true or false.'));
    expect(() => chosen(type, '=abs(name) > 1')).toThrow(RangeError);
  });

  test('the records that meet it can be kept instead', () => {
    expect(
      treat('skip_record', { field: 'name', value_to_skip: '=price > 10', keep_instead_of_skip: true }, row).result,
    ).toEqual(row);
  });
});
