import type { DatasetHook } from '../../../api/context.ts';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { DatabaseClient } from '../../../platform/database/database-client.ts';
import { longestWord, shortestWord } from '../words/near-words.ts';
import { entryColumns, metadataWords } from './entry-columns.ts';

/** Raise it with every change of what a column holds: the next start derives all entries again. */
const derivation = 4;

/** The number of entries that one statement derives. */
const batchSize = 500;

/** The one statement that writes entries: derives those of published datasets, deletes those of others. An equal entry stays as it is. */
const refreshStatement = (datasets: Sql): Sql => {
  const names = [...Object.keys(entryColumns), 'derivation'].map(sqlName);
  const list = sqlJoin(names, ', ');
  const values = sqlJoin(
    Object.entries(entryColumns).map(([name, value]) => sql`${value} as ${sqlName(name)}`),
    ', ',
  );
  const row = (of: string) =>
    sqlJoin(
      names.map((name) => sql`${sqlText(of)}.${name}`),
      ', ',
    );
  // the lock keeps a concurrent publication from being overwritten by what was there before it
  return sql`with wanted as (${datasets}),
    published as (select ${values}, ${derivation}::int as derivation from dataset d join wanted using (uid)
      where d.is_published order by d.uid for share of d),
    hidden as (delete from catalog_entry using wanted where catalog_entry.uid = wanted.uid
      and catalog_entry.uid not in (select uid from published)),
    written as (insert into catalog_entry (${list}, all_words)
      select ${list}, ${metadataWords(sqlText('published'))} || published.field_words from published
      on conflict (uid) do update set (${list}, all_words) = row(${row('excluded')}, excluded.all_words)
      where (${row('catalog_entry')}) is distinct from (${row('excluded')}) returning all_words)
    insert into catalog_word select distinct word from written, unnest(tsvector_to_array(written.all_words)) word
      where length(word) between ${shortestWord}::int and ${longestWord}::int order by word on conflict do nothing`;
};

/** Brings the entry of a dataset up to date with what readers see of it. */
export const refreshEntry: DatasetHook = async ({ db }, datasetUid) => {
  await db.rows(refreshStatement(sql`select ${datasetUid}::text as uid`));
};

/** The entry of a published dataset is missing or of an earlier derivation, or an unpublished dataset has one. */
const isOutdated = sql`case when d.is_published
  then not exists (select from catalog_entry e where e.uid = d.uid and e.derivation = ${derivation}::int)
  else exists (select from catalog_entry e where e.uid = d.uid) end`;

/** Derives the entries that are missing or of an earlier derivation, and deletes those of unpublished datasets. */
export async function fillEntries({ db }: { readonly db: DatabaseClient }): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const batch: { uid: string }[] = await db.rows(sql`
      select d.uid from dataset d where d.uid > ${last}::text and ${isOutdated} order by d.uid limit ${batchSize}::int`);
    if (batch.length > 0)
      await db.rows(refreshStatement(sql`select unnest(${batch.map(({ uid }) => uid)}::text[]) as uid`));
    last = batch.at(-1)?.uid;
  }
}
