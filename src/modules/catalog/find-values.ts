import type { RequestContext } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { wordsOfTexts } from './catalog-entry.ts';
import { publicValues } from './entry-values.ts';
import type { FoundValue } from './found-value.type.ts';
import { readCachedRows, type Searcher } from './searcher.ts';
import { anyWord, type QueryWord } from './search-words.ts';

/** The maximum number of values of one dataset. */
const maxValues = 5;

/** The values of facets with words of a query, by the uid of the dataset, for the datasets that have any: one statement. */
export async function findValues(
  ctx: RequestContext,
  searcher: Searcher,
  words: readonly QueryWord[],
  uids: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundValue[]>> {
  if (uids.length === 0 || words.length === 0) return new Map();
  const query = sql`${anyWord(words)}::tsquery`;
  const d = sqlText('d');
  const rows = await readCachedRows<{ uid: string; values: readonly FoundValue[] }>(
    ctx,
    searcher,
    sql`select e.uid, found.values
      from catalog_entry e join dataset d on d.uid = e.uid, lateral (
        select json_agg(json_build_object('field', v.field, 'label', v.label, 'value', v.text)) as values from (
          select v.field, v.label, v.text from (${publicValues(d)}) v
          where ${wordsOfTexts(sql`array[v.text]`)} @@ ${query} order by v.place, v.text limit ${maxValues}::int) v) found
      where e.uid = any(${uids}::text[]) and e.value_words @@ ${query} and found.values is not null`,
  );
  return new Map(rows.map(({ uid, values }) => [uid, values]));
}
