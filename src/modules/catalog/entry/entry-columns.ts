import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { featuresOf, metadataDate, metadataText, publishedMetadata } from '../../datasets/index.ts';

const d = sqlText('d');

/** The fields of a dataset, whoever may see them. */
const allFields = sql`coalesce(d.published_fields, '[]'::jsonb)`;

/** The columns of `catalog_entry`, each as an expression over the published dataset `d`. Those of words follow from them. */
export const entryColumns: Readonly<Record<string, Sql>> = {
  uid: sql`d.uid`,
  dataset_id: sql`d.dataset_id`,
  is_restricted: sql`d.is_restricted`,
  shows_all_fields: sql`d.shows_all_fields`,
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
  modified: publishedMetadata.modified(d),
  data_processed: sql`d.data_processed_at`,
  metadata_processed: sql`d.metadata_processed_at`,
  dcat_creator: metadataText(d, 'dcat', 'creator'),
  dcat_contributor: metadataText(d, 'dcat', 'contributor'),
  dcat_accrualperiodicity: metadataText(d, 'dcat', 'accrualperiodicity'),
  dcat_issued: metadataDate(d, 'dcat', 'issued'),
  dcat_created: metadataDate(d, 'dcat', 'created'),
};
