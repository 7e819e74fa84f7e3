import type { DatasetHook } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import { sql, sqlColumns, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { longestWord, shortestWord } from '../words/near-words.ts';
import { metadataWords, valueColumns, wordColumns, wordSources } from './entry-columns.ts';

/** The version of the rules that derive entries. Raise it when the content of a column changes: the next start derives all entries again. */
const derivationVersion = 5;

/** The number of entries that one statement derives, and the number of concurrent statements. The database runs each on its own processor. */
const batchSize = 500;
const maxStatements = 4;

/** The one statement that writes entries: it derives the entries of published datasets and deletes those of other datasets. It does not rewrite an unchanged entry. */
const refreshStatement = (datasets: Sql): Sql => {
  const names = [...Object.keys({ ...valueColumns, ...wordColumns }), 'derivation'].map(sqlName);
  const list = sqlJoin(names, ', ');
  const row = (of: string) =>
    sqlJoin(
      names.map((name) => sql`${sqlText(of)}.${name}`),
      ', ',
    );
  // Each value is computed once, because several columns derive from it. The lock keeps this statement from overwriting a concurrent publication with older values.
  return sql`with wanted as (${datasets}),
    valued as materialized (select ${sqlColumns({ ...valueColumns, ...wordSources })} from dataset d join wanted using (uid)
      where d.is_published order by d.uid for share of d),
    published as (select v.*, ${sqlColumns(wordColumns)}, ${derivationVersion}::int as derivation from valued v),
    hidden as (delete from catalog_entry using wanted where catalog_entry.uid = wanted.uid
      and catalog_entry.uid not in (select uid from valued)),
    written as (insert into catalog_entry (${list}, all_words)
      select ${list}, ${metadataWords(sqlText('published'))} || published.field_words from published
      on conflict (uid) do update set (${list}, all_words) = row(${row('excluded')}, excluded.all_words)
      where (${row('catalog_entry')}) is distinct from (${row('excluded')}) returning all_words)
    insert into catalog_word select distinct word from written, unnest(tsvector_to_array(written.all_words)) word
      where length(word) between ${shortestWord}::int and ${longestWord}::int order by word on conflict do nothing`;
};

/** Updates the entry of a dataset to what readers see of the dataset. */
export const refreshEntry: DatasetHook = async ({ db }, datasetUid) => {
  await db.send(refreshStatement(sql`select ${datasetUid}::text as uid`));
};

/** Condition: the entry of a published dataset is missing or was derived by earlier rules, or an unpublished dataset has an entry. */
const isOutdated = sql`case when d.is_published
  then not exists (select from catalog_entry e where e.uid = d.uid and e.derivation = ${derivationVersion}::int)
  else exists (select from catalog_entry e where e.uid = d.uid) end`;

/** Derives the entries that are missing or were derived by earlier rules, and deletes the entries of unpublished datasets. */
export async function fillEntries({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  let filled = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: { uid: string }[] = await db.rows(sql`
      select d.uid from dataset d where d.uid > ${last}::text and ${isOutdated} order by d.uid limit ${batchSize * maxStatements}::int`);
    const uids = found.map(({ uid }) => uid);
    await Promise.all(
      Array.from({ length: Math.ceil(uids.length / batchSize) }, (_, index) => {
        const batch = uids.slice(index * batchSize, (index + 1) * batchSize);
        return db.rows(refreshStatement(sql`select unnest(${batch}::text[]) as uid`));
      }),
    );
    last = uids.at(-1);
    filled += uids.length;
    if (uids.length === batchSize * maxStatements) log.info({ datasets: filled }, 'Derived entries of the catalog.');
  }
}
