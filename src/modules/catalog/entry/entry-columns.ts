import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { featuresOf, metadataDate, metadataText, publishedMetadata } from '#datasets/index.ts';

const d = sqlText('d');

/** The folded words of texts. */
export const wordsOfTexts = (texts: Sql): Sql => sql`odsql.word_vector(${texts})`;

/** The folded words of the names and labels in a jsonb array of fields. */
export const wordsOfFields = (fields: Sql): Sql =>
  wordsOfTexts(
    sql`array(select name from jsonb_array_elements(${fields}) field, unnest(array[field ->> 'name', field ->> 'label']) name)`,
  );

/** The words of HTML, without tags and entities. */
const wordsOfHtml = (html: Sql): Sql =>
  wordsOfTexts(sql`array[regexp_replace(${html}, '<[^>]*>|&#?[[:alnum:]]+;', ' ', 'g')]`);

/** All fields of a dataset, including those that the caller may not see. */
const allFields = sql`coalesce(d.published_fields, '[]'::jsonb)`;

/** The features of the fields that `default_security` shows. */
const publicFeatures = sql`case when d.shows_all_fields then ${featuresOf(d, allFields)} else ${featuresOf(
  d,
  sql`(select coalesce(jsonb_agg(field.value), '[]'::jsonb) from jsonb_array_elements(${allFields}) field
    where d.default_security -> 'visibleFields' = 'null' or d.default_security -> 'visibleFields' @> jsonb_build_array(field.value -> 'name'))`,
)} end`;

/** The columns of `catalog_entry` that hold values, each as an expression over the published dataset `d`. */
export const valueColumns: Readonly<Record<string, Sql>> = {
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
  modified: publishedMetadata.modified(d),
  data_processed: sql`d.data_processed_at`,
  metadata_processed: sql`d.metadata_processed_at`,
  dcat_creator: metadataText(d, 'dcat', 'creator'),
  dcat_contributor: metadataText(d, 'dcat', 'contributor'),
  dcat_accrualperiodicity: metadataText(d, 'dcat', 'accrualperiodicity'),
  dcat_issued: metadataDate(d, 'dcat', 'issued'),
  dcat_created: metadataDate(d, 'dcat', 'created'),
};

/** Values from which words are derived but which no column holds. */
export const wordSources: Readonly<Record<string, Sql>> = {
  description: publishedMetadata.description(d),
  fields: allFields,
};

/** The columns of `catalog_entry` with words, each as an expression over the row `v` of the values and sources. */
export const wordColumns: Readonly<Record<string, Sql>> = {
  title_words: wordsOfTexts(sql`array[v.title]`),
  keyword_words: wordsOfTexts(sql`v.keyword`),
  theme_words: wordsOfTexts(sql`v.theme`),
  publisher_words: wordsOfTexts(sql`array[v.publisher]`),
  dataset_id_words: wordsOfTexts(sql`array[v.dataset_id]`),
  description_words: wordsOfHtml(sql`v.description`),
  field_words: wordsOfFields(sql`v.fields`),
};

/** The properties of the metadata that searches read, the most relevant first; the names and labels of fields come after them. */
export const searchedProperties = ['title', 'keyword', 'theme', 'publisher', 'dataset_id', 'description'] as const;

/** All words of the metadata of an entry. */
export const metadataWords = (entry: Sql): Sql =>
  sqlJoin(
    searchedProperties.map((property) => sql`${entry}.${sqlName(`${property}_words`)}`),
    ' || ',
  );
