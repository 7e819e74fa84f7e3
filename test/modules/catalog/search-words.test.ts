import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasWord } from '#engine/odsql/evaluate/compile-test.ts';
import { type Word, wordsOf } from '#engine/odsql/words.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { mayHaveWords } from '#catalog/search-words.ts';
import { odsqlTable, type OdsqlTable } from '#test/support/datasets/odsql-table.ts';
import { text, word } from '#test/engine/odsql/sql/any-record.ts';

let table: OdsqlTable;
beforeAll(async () => {
  table = await odsqlTable({ name: 'text' });
});
afterAll(() => table.close());

test('a text has the same words in PostgreSQL as in memory', async () => {
  // without what Unicode does not assign, and the letters of version 17, whose cases PostgreSQL 18 does not know
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), text);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        anyText.map((value) => value.replaceAll(/[\0\p{Cn}\p{Cs}\uA7CE-\uA7D5\u{16EA0}-\u{16ED3}]/gu, ' ')),
        { minLength: 20 },
      ),
      async (texts) => {
        const found = await table.run(
          sql`select array_remove(string_to_array(odsql.words(value), ' '), '') as words
            from unnest(${texts}::text[]) with ordinality list(value, number) order by number`,
        );
        expect(found.map(({ words }) => words)).toEqual(texts.map(wordsOf));
      },
    ),
    { numRuns: 40 },
  );
});

/** Whether PostgreSQL finds words in a text, and whether the index of the catalog would. */
async function search(value: string, words: readonly Word[]): Promise<{ isFound: unknown; mayBeFound: unknown }> {
  const patterns = words.map(({ text: folded, match }) => folded + { whole: '', prefix: '*', fuzzy: '~' }[match]);
  const candidates = mayHaveWords(sqlText('e'), words) ?? sqlText('true');
  const [found] = await table.run(sql`select odsql.has_words(${value}::text, ${patterns}::text[]) as "isFound",
    ${candidates} as "mayBeFound" from (select odsql.word_vector(array[${value}::text]) as all_words) e`);
  return { isFound: found?.['isFound'], mayBeFound: found?.['mayBeFound'] };
}

test('PostgreSQL finds the same words as memory, and the index excludes none of them', async () => {
  const anyWord = fc.record<Word>({
    text: word.map((value) => wordsOf(value)[0] ?? 'x'),
    match: fc.constantFrom('whole', 'prefix', 'fuzzy'),
  });
  await fc.assert(
    fc.asyncProperty(text, fc.array(anyWord, { minLength: 1, maxLength: 2 }), async (value, words) => {
      const own = [...new Set(wordsOf(value))].sort();
      const isFound = words.every((searched) => hasWord(own, searched));
      const result = await search(value, words);
      expect(result.isFound).toBe(isFound);
      expect(isFound && result.mayBeFound !== true).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['words too long for a vector', `${'é'.repeat(600)} ${'🄰x'.repeat(400)} a${'𠀀'.repeat(499)}`],
  ['more words than a vector holds', Array.from({ length: 200_000 }, (_, n) => `w${String(n)}`).join(' ')],
])('%s are found', async (_case, value) => {
  for (const found of wordsOf(value).slice(-3))
    expect(await search(value, [{ text: found, match: 'whole' }])).toEqual({ isFound: true, mayBeFound: true });
});
