import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlannedFieldStep } from '#engine/field-steps.ts';
import type { StepProposal } from '#engine/schema/propose-steps.ts';
import { runAll, sourceOf } from '../source-of.ts';

/** A CSV file of columns. */
const csvOf = (columns: Readonly<Record<string, readonly string[]>>): string => {
  const cells = Object.entries(columns).map(([name, values]) => [name, ...values]);
  const length = Math.max(...cells.map((column) => column.length));
  return Array.from({ length }, (_row, index) => cells.map((column) => `"${column[index] ?? ''}"`).join(';')).join(
    '\n',
  );
};

const runCsv = (csv: string, fields: readonly PlannedFieldStep[], processors: readonly StepProposal[]) =>
  runAll({
    resources: [{ source: sourceOf(csv), type: 'csvfile', params: { separator: ';', encoding: 'utf-8' } }],
    processors: processors.map(({ type, params }, index) => ({ uid: `pr_${index}`, type, params })),
    fields,
  });

const proposalsOf = async (csv: string, fields: readonly PlannedFieldStep[] = []) =>
  (await runCsv(csv, fields, [])).pipeline.proposals;

/** The records after the first step that is proposed. */
const rowsAfter = async (csv: string) => (await runCsv(csv, [], (await proposalsOf(csv)).slice(0, 1))).rows;

/** What is proposed for a column, as the steps that a person reads. */
const stepsFor = async (values: readonly string[], others: Record<string, readonly string[]> = {}) =>
  (await proposalsOf(csvOf({ a: values, ...others })))
    .filter(({ field }) => field === 'a')
    .map(({ type, exampleText, convertedText }) => `${type}: ${exampleText} → ${convertedText}`);

describe('numbers as other countries write them', () => {
  test.each([
    ['a decimal comma', ['1,5', '20,25', '3'], ['string_replace: 20,25 → 20.25']],
    ['a decimal comma and points between thousands', ['1.234,50', '2,5'], ['expression: 1.234,50 → 1234.50']],
    ['a decimal comma and spaces', ['1 234,50', '2,5'], ['expression: 1 234,50 → 1234.50']],
    ['no-break spaces between thousands', ['1\u202f234', '12\u00a0345'], ['expression: 12\u00a0345 → 12345']],
    ['apostrophes between thousands', ["1'234.50", '7.1'], ["string_replace: 1'234.50 → 1234.50"]],
    ['commas between thousands', ['1,234.50', '7'], ['string_replace: 1,234.50 → 1234.50']],
    ['negative numbers', ['-1.234.567', '2.000.000'], ['string_replace: -1.234.567 → -1234567']],
  ])('%s', async (_name, values, steps) => {
    expect(await stepsFor(values)).toEqual(steps);
  });

  test('three digits after a comma are decimals or thousands: both are proposed, unless another field decides', async () => {
    const both = ['string_replace: 12,345 → 12.345', 'string_replace: 12,345 → 12345'];
    expect(await stepsFor(['1,234', '12,345'])).toEqual(both);
    expect(await stepsFor(['1,234', '12,345'], { b: ['0,5', '7'] })).toEqual(both.slice(0, 1));
    expect(await stepsFor(['1,234', '12,345'], { b: ['0.5', '7'] })).toEqual(both.slice(1));
  });

  test('three digits after a point are thousands only where another field has a decimal comma', async () => {
    expect(await stepsFor(['1.234', '12.345'])).toEqual([]);
    expect(await stepsFor(['1.234', '12.345'], { b: ['0,5', '7'] })).toEqual(['string_replace: 12.345 → 12345']);
    expect(await stepsFor(['1.234', '12.34'], { b: ['0,5', '7'] })).toEqual([]);
  });
});

describe('days with the year last', () => {
  test.each([
    ['points', ['31.12.1999', '1.2.2000'], ['date_normalizer: 31.12.1999 → 1999-12-31']],
    ['a time', ['31.12.1999 10:30', '01.02.2000 00:00'], ['date_normalizer: 31.12.1999 10:30 → 1999-12-31T10:30:00']],
    ['two digits of the year', ['31.12.99'], ['date_normalizer: 31.12.99 → 1999-12-31']],
    ['the month first', ['12/31/1999', '01/02/2000'], ['date_normalizer: 12/31/1999 → 1999-12-31']],
  ])('%s', async (_name, values, steps) => {
    expect(await stepsFor(values)).toEqual(steps);
  });

  test('where day and month cannot be told apart, both are proposed', async () => {
    expect(await stepsFor(['01/02/2000', '03/04/2001'])).toEqual([
      'date_normalizer: 01/02/2000 → 2000-02-01',
      'date_normalizer: 01/02/2000 → 2000-01-02',
    ]);
  });
});

test.each([
  ['codes with leading zeros', ['01234', '12345']],
  ['codes with leading zeros and a comma', ['01,5', '2,5']],
  ['numbers with more digits than are exact', ['12345678901234567890', '1,5']],
  ['numbers as they are stored', ['1.5', '20']],
  ['a day that does not exist', ['31.02.1999', '01.02.1999']],
  ['texts among the numbers', ['1,5', 'n/a']],
  ['marks in the wrong places', ['12.34,5', '1,5']],
  ['two marks between thousands', ["1'234 567,5", '1,5']],
  ['versions', ['1.2.3', '10.20.30']],
  ['codes of which few are lists', [...Array.from({ length: 30 }, (_code, index) => String(index % 4)), '2,4']],
  ['nothing', ['', '']],
])('nothing is proposed for %s', async (_name, values) => {
  expect(await stepsFor(values)).toEqual([]);
});

test('a proposed step makes the numbers that were written, whatever the country', async () => {
  const styles = [
    { locale: 'de-DE', group: '.', decimal: ',' },
    { locale: 'fr-FR', group: '\u202f', decimal: ',' },
    { locale: 'de-CH', group: '\u2019', decimal: '.' },
    { locale: 'en-US', group: ',', decimal: '.' },
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...styles),
      fc.array(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), { minLength: 1, maxLength: 30 }),
      async ({ locale }, hundredths) => {
        const numbers = [...hundredths, 123_456_789].map((number) => number / 100);
        const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        const csv = csvOf({ a: numbers.map((number) => format.format(number)) });
        expect((await rowsAfter(csv)).map(({ a }) => a)).toEqual(numbers);
      },
    ),
    { numRuns: 30 },
  );
});

test('a proposed step is for the name that processors know, and none is proposed once the type is set', async () => {
  const csv = csvOf({ a: ['1,5'], c: ['2,5'] });
  const rename = { uid: 'fc_1', type: 'rename', params: { fromName: 'a', toName: 'b', fieldLabel: 'B' } } as const;
  const typed = { uid: 'fc_2', type: 'type', params: { field: 'c', typeParam: 'text' } } as const;
  expect(await proposalsOf(csv, [rename, typed])).toEqual([
    {
      ...{ field: 'b', type: 'string_replace', params: { field: 'a', old: ',', new: '.' } },
      ...{ reason: 'The texts are numbers with a decimal comma.', exampleText: '1,5', convertedText: '1.5' },
    },
  ]);
});
