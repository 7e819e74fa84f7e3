import { odsql, sql, type Sql, sqlColumns, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import {
  type CatalogDataset,
  catalogDatasets,
  featuresOf,
  metadataDate,
  metadataPeriod,
  metadataText,
  publishedMetadata,
} from '#datasets/index.ts';
import type { DatasetHook, RequestContext, TemplateHook } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import { rowsQuery } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { Session } from '#api/session.ts';
import { showsAllFields, visibleFields } from '#access/index.ts';
import { publicPeriod, publicValues, templateTexts, templateValues, withoutTags } from './entry-values.ts';

/** The lengths of the words of the catalog that a misspelt word may stand for. */
const shortestWord = 2;
export const longestWord = 40;

const d = sqlText('d');

/** The folded words of texts. */
export const wordsOfTexts = (texts: Sql): Sql => sql`${odsql}word_vector(${texts})`;

/** The folded words of the names and labels in a jsonb array of fields. */
export const wordsOfFields = (fields: Sql): Sql =>
  wordsOfTexts(
    sql`
      array(select name
        from jsonb_array_elements(${fields}) field, unnest(array[field ->> 'name', field ->> 'label']) name)`,
  );

/** The words of HTML, without tags and entities. */
const wordsOfHtml = (html: Sql): Sql => wordsOfTexts(sql`array[${withoutTags(html)}]`);

/** All fields of a dataset, including those that the caller may not see. */
const allFields = sql`coalesce(d.published_fields, '[]'::jsonb)`;

/** The features of the fields that `default_security` shows. */
const publicFeatures = sql`case when d.shows_all_fields then ${featuresOf(d, allFields)} else ${featuresOf(
  d,
  sql`(select coalesce(jsonb_agg(field.value), '[]'::jsonb) from jsonb_array_elements(${allFields}) field
    where d.default_security -> 'visibleFields' = 'null'
      or d.default_security -> 'visibleFields' @> jsonb_build_array(field.value -> 'name'))`,
)} end`;

/** The bounds of all records of the generation `g`, those that the caller may not see included: west, south, east and north; null without places. */
const boundsOfRecords = sql`(select case when count(*) > 0 then array[${sqlJoin(
  ['min', 'min', 'max', 'max'].map(
    (aggregate, side) => sql`${sqlText(`${aggregate}((field.extent -> 'bounds' ->> ${side})::float8)`)}`,
  ),
  ', ',
)}] end from jsonb_each(g.extent) field(name, extent))`;

/** The bounds of an entry as an index has them. */
export const placeOfEntry = (entry: Sql): Sql =>
  sql`box(point(${entry}.place[1], ${entry}.place[2]), point(${entry}.place[3], ${entry}.place[4]))`;

/** The columns of `catalog_entry` that hold values, each as an expression over the published dataset `d`. */
const valueColumns: Readonly<Record<string, Sql>> = {
  uid: sql`d.uid`,
  dataset_id: sql`d.dataset_id`,
  is_restricted: sql`d.is_restricted`,
  shows_all_fields: sql`d.shows_all_fields`,
  default_security: sql`d.default_security`,
  created_by: sql`d.created_by`,
  has_records: sql`d.generation is not null`,
  title: publishedMetadata.title(d),
  keyword: publishedMetadata.keywords(d),
  theme: publishedMetadata.themes(d),
  publisher: publishedMetadata.publisher(d),
  license: publishedMetadata.license(d),
  language: publishedMetadata.language(d),
  territory: publishedMetadata.territories(d),
  features: featuresOf(d, allFields),
  public_features: publicFeatures,
  modified: publishedMetadata.modifiedAt(d),
  data_processed: sql`d.data_processed_at`,
  metadata_processed: sql`d.metadata_processed_at`,
  dcat_creator: metadataText(d, 'dcat', 'creator'),
  dcat_contributor: metadataText(d, 'dcat', 'contributor'),
  dcat_accrualperiodicity: metadataText(d, 'dcat', 'accrualperiodicity'),
  dcat_issued: metadataDate(d, 'dcat', 'issued'),
  dcat_created: metadataDate(d, 'dcat', 'created'),
  period: sql`coalesce(${metadataPeriod(d)}, ${publicPeriod(d)})`,
  place: sql`(select ${boundsOfRecords} from generation g where g.id = d.generation)`,
  template_values: templateValues(d),
};

/** Values from which words are derived but which no column holds. */
const wordSources: Readonly<Record<string, Sql>> = {
  description: publishedMetadata.description(d),
  fields: allFields,
  value_texts: sql`array(select text from (${publicValues(d)}) public)`,
  template_texts: templateTexts(d),
};

/** The columns of `catalog_entry` with words, each as an expression over the row `v` of the values and sources. */
const wordColumns: Readonly<Record<string, Sql>> = {
  title_words: wordsOfTexts(sql`array[v.title]`),
  keyword_words: wordsOfTexts(sql`v.keyword`),
  theme_words: wordsOfTexts(sql`v.theme`),
  publisher_words: wordsOfTexts(sql`array[v.publisher]`),
  dataset_id_words: wordsOfTexts(sql`array[v.dataset_id]`),
  description_words: wordsOfHtml(sql`v.description`),
  field_words: wordsOfFields(sql`v.fields`),
  value_words: wordsOfTexts(sql`v.value_texts`),
  template_words: wordsOfTexts(sql`v.template_texts`),
};

/** The properties of the metadata that searches read, the most relevant first; the names and labels of fields come after them. */
export const searchedProperties = ['title', 'keyword', 'theme', 'publisher', 'dataset_id', 'description'] as const;

/** All words of the metadata of an entry. */
export const metadataWords = (entry: Sql): Sql =>
  sqlJoin(
    [...searchedProperties, 'template'].map((property) => sql`${entry}.${sqlName(`${property}_words`)}`),
    ' || ',
  );

/** The version of the rules that derive entries. Raise it when the content of a column changes: the next start derives all entries again. */
const derivationVersion = 8;

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
  // Each value is computed once, because several columns derive from it. The locks keep this statement from overwriting a concurrent publication with older
  // values, and from deriving values by a template that a concurrent change is about to hide.
  return sql`with wanted as (${datasets}),
    template as materialized (select m.name, m.type, m.is_active, m.fields from metadata_template m
      where m.fields is not null and exists (select from dataset d join wanted using (uid) where d.published_metadata ? m.name)
      order by m.name for share of m),
    valued as materialized (select ${sqlColumns({ ...valueColumns, ...wordSources })}
      from dataset d
      join wanted
      using (uid)
      where d.is_published order by d.uid for share of d),
    published as (select v.*, ${sqlColumns(wordColumns)}, ${derivationVersion}::int as derivation from valued v),
    hidden as (delete from catalog_entry using wanted where catalog_entry.uid = wanted.uid
      and catalog_entry.uid not in (select uid from valued)),
    written as (insert into catalog_entry (${list}, all_words)
      select ${list}, ${metadataWords(sqlText('published'))} || published.field_words || published.value_words from published
      on conflict (uid) do update set (${list}, all_words) = row(${row('excluded')}, excluded.all_words)
      where (${row('catalog_entry')}) is distinct from (${row('excluded')}) returning
        ${metadataWords(sqlText('catalog_entry'))} || catalog_entry.field_words as known_words)
    insert into catalog_word select distinct word from written, unnest(tsvector_to_array(written.known_words)) word
      where length(word) between ${shortestWord}::int and ${longestWord}::int order by word on conflict do nothing`;
};

/** Updates the entry of a dataset to what readers see of the dataset. */
export const refreshEntry: DatasetHook = async ({ db }, datasetUid) => {
  await db.send(refreshStatement(sql`select ${datasetUid}::text as uid`));
};

/** Updates the entries of the datasets that have values of a custom template, after a change of the template. */
export const refreshEntriesOfTemplate: TemplateHook = async ({ db }, name) => {
  const ofTemplate = sql`select d.uid from dataset d where d.is_published and d.published_metadata ? ${name}::text`;
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: { uid: string }[] = await db.rows(sql`${ofTemplate} and d.uid > ${last}::text
      order by d.uid limit ${batchSize}::int`);
    if (found.length > 0)
      await db.send(refreshStatement(sql`select unnest(${found.map(({ uid }) => uid)}::text[]) as uid`));
    last = found.length === batchSize ? found.at(-1)?.uid : undefined;
  }
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
      select d.uid
      from dataset d
      where d.uid > ${last}::text and ${isOutdated}
      order by d.uid
      limit ${batchSize * maxStatements}::int`);
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

/** Reads the datasets with these uids that the caller may see, by uid, with one statement: all columns, or those in `columns`. */
export async function readDatasets(
  { db, session }: RequestContext,
  uids: readonly string[],
  columns?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Row<CatalogDataset>>> {
  if (uids.length === 0) return new Map();
  const rows = await db.rows<Row<CatalogDataset>>(
    rowsQuery(catalogDatasets, { session, columns, where: sql`t.uid = any(${uids}::text[])` }),
  );
  return new Map(rows.map((row) => [row.uid, row]));
}

/** The features of an entry for a caller. Features depend on fields, and a caller may see only some of the fields. */
export const visibleFeatures = (session: Session, entry: Sql): Sql =>
  session.username === undefined
    ? sql`${entry}.public_features`
    : sql`case when ${showsAllFields(session, entry)} then ${entry}.features
        else (select ${featuresOf(d, visibleFields(session, d, sql`d.published_fields`))}
          from dataset d
          where d.uid = ${entry}.uid) end`;
