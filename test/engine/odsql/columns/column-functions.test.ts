import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { hasWord } from '#engine/odsql/evaluate/compile-test.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { lowerText, type Word, wordsOf } from '#engine/odsql/words.ts';
import { tryParseJson } from '#kernel/json.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { text, timezones, word } from '../sql/any-record.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable({ name: 'text', n: 'int' });
  await table.insert([['Abc', '2']]);
});
afterAll(() => table.close());

/** The values of an expression, where `v` is each of some values. */
async function valuesOf(expression: Sql | string, type: string, values: readonly unknown[]): Promise<unknown[]> {
  const found = typeof expression === 'string' ? sqlText(expression) : expression;
  const rows = await table.run(
    sql`select ${found} as found from unnest(${values}::${sqlText(type)}[]) with ordinality as list (v, number) order by number`,
  );
  return rows.map((row) => row['found']);
}

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), text);
/** Texts that begin with a letter, because the reader of the engine's results drops a byte order mark at the beginning. */
const texts = fc.array(
  anyText.map((value) => `x${value.toWellFormed()}`),
  { minLength: 20 },
);

test('each character has the same lower case as in memory', async () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  const characters = codes.map((code) => String.fromCodePoint(code)).join('');
  const [row] = await table.run(sql`select odsql.lower(${characters}::text) as found`);
  const [found, expected] = [Array.from(String(row?.['found'])), Array.from(lowerText(characters))];
  expect(found.filter((character, index) => character !== expected[index])).toEqual([]);
});

test('a text is the same in lower case and as words as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      expect(await valuesOf('odsql.lower(v)', 'text', values)).toEqual(values.map(lowerText));
      const words = values.map((value) => ` ${wordsOf(value).join(' ')} `);
      expect(await valuesOf('odsql.words(v)', 'text', values)).toEqual(words);
    }),
    { numRuns: 30 },
  );
});

test('the same texts contain a word as in memory, and the words are counted', async () => {
  const anyWord = fc.record<Word>({
    text: word.map((value) => wordsOf(value)[0] ?? 'x'),
    match: fc.constantFrom('whole', 'prefix', 'fuzzy'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 5 }), anyWord, async (values, searched) => {
      const pattern = searched.text + { whole: '', prefix: '*', fuzzy: '~' }[searched.match];
      const words = values.map((value) => [...new Set(wordsOf(value))].sort());
      expect(await valuesOf(sql`odsql.has_words(v, array[${pattern}::text])`, 'text', values)).toEqual(
        words.map((found) => hasWord(found, searched)),
      );
      expect(await valuesOf('odsql.count_words(odsql.words(v))::int', 'text', values)).toEqual(
        words.map(({ length }) => length),
      );
    }),
    { numRuns: 30 },
  );
});

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ж', '𐐨'), minLength, maxLength });

test.each([[1], [9]])('the words of %s fields contain a misspelt word as in memory', async (fieldCount) => {
  // a word, and how some letters of it are replaced, with how many characters at a place left out
  const misspelt = fc
    .tuple(letters(1, 15), fc.array(fc.tuple(fc.nat(15), fc.nat(1), letters(0, 1)), { minLength: 5, maxLength: 12 }))
    .map(([searched, edits]) => {
      let edited = Array.from(searched);
      const words = edits.map(([at, left, put]) => (edited = edited.toSpliced(at, left, ...put)).join(''));
      return { searched, texts: [searched, ...words.map((found, index) => `${words[index - 3] ?? ''} ${found}`)] };
    });
  await fc.assert(
    fc.asyncProperty(misspelt, async ({ searched, texts: found }) => {
      const words: Word = { text: searched, match: 'fuzzy' };
      const field = { name: 'v', type: 'text', isMultivalued: false, value: sqlText('v') } as const;
      const fields = Array.from({ length: fieldCount }, () => ({ ...field, words: sqlText('odsql.words(v)') }));
      const scope = {
        fields,
        find: () => undefined,
        timezone: 'UTC',
        language: 'en',
        now: new Date(),
        position: sqlText('1'),
      } as const;
      const expected = found.map((value) => hasWord(wordsOf(value).toSorted(), words));
      expect(
        await valuesOf(filterSql({ kind: 'words', fields, words: [words], isRanked: false }, scope), 'text', found),
      ).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a text is JSON where JavaScript parses it', async () => {
  const odd = [
    '[1,]',
    'NaN',
    '-Infinity',
    '"\\ud800"',
    '1e400',
    ' 1 ',
    '\u00a01',
    '',
    '01',
    '"\u2028"',
    'nul',
    "{'a':1}",
  ];
  const anyJson = fc.oneof(
    fc.constantFrom(...odd),
    fc.json(),
    fc.json().map((json) => json.slice(1)),
    anyText,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyJson, { minLength: 10 }), async (values) => {
      const wellFormed = values.map((value) => value.toWellFormed());
      expect(await valuesOf('odsql.is_json(v)', 'text', wellFormed)).toEqual(
        wellFormed.map((value) => tryParseJson(value) !== undefined),
      );
    }),
    { numRuns: 60 },
  );
});

test('a number is written as JavaScript writes it', async () => {
  const powers = [-7, -6, -5, -4, 14, 15, 16, 17, 20, 21, 22, 300].flatMap((exponent) => [
    10 ** exponent,
    -1.2345678901234567 * 10 ** exponent,
  ]);
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
  await fc.assert(
    fc.asyncProperty(fc.array(anyNumber, { minLength: 20 }), async (values) => {
      const found = await valuesOf('odsql.number_text(v)', 'double', [...powers, ...values, 0, -0]);
      expect(found).toEqual([...powers, ...values, 0, -0].map(String));
    }),
    { numRuns: 60 },
  );
});

test('an instant is written with the clock of its zone, from the year 1 to 9999', async () => {
  const anyInstant = fc.integer({ min: Date.parse('0001-01-02T00:00:00Z'), max: Date.parse('9999-12-30T00:00:00Z') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyInstant, { minLength: 20 }),
      fc.constantFrom(...timezones),
      fc.integer({ min: 0, max: 999 }),
      async (instants, timezone, microseconds) => {
        const digits = String(microseconds).padStart(3, '0');
        const values = instants.map((instant) => new Date(instant).toISOString().replace('Z', `${digits}Z`));
        const expected = instants.map((instant) => {
          const minutes = Math.round(IANAZone.create(timezone).offset(instant));
          const [day, time = ''] = new Date(instant + minutes * 60_000).toISOString().split('T');
          const [whole, milliseconds = ''] = time.slice(0, -1).split('.');
          const decimals = `${milliseconds}${digits}`.replace(/0+$/, '');
          const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
          const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':');
          return `${String(day)}T${String(whole)}${decimals === '' ? '' : `.${decimals}`}${minutes < 0 ? '-' : '+'}${offset}`;
        });
        const found = await valuesOf(sql`odsql.zoned(v::timestamptz, ${timezone}::text)`, 'text', values);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('an expression of the maximum size is computed', async () => {
  const sum = Array(200).fill('n').join(' + ');
  const nested = `${'lower('.repeat(19)}name${')'.repeat(19)}`;
  const divided = `${'1 / ('.repeat(19)}n${')'.repeat(19)}`;
  const where = [`${sum} = 400`, `${nested} = "abc"`, `${divided} = 0.5`].join(' and ');
  expect(await table.rows({ select: `${sum} as v`, where })).toEqual([{ v: 400 }]);
});
