import type { CatalogQuery } from '#catalog/index.ts';

/** Fields of a dataset that are not metadata. */
const ownFields = new Set(['dataset_id', 'dataset_uid', 'has_records', 'features']);

/** The query in which each metadata field is prefixed with its template: `title` becomes `default.title`. */
export const withTemplates = (query: CatalogQuery['query']): CatalogQuery['query'] => ({
  ...query,
  items: query.items.map((item) =>
    ownFields.has(item.name) || item.name.includes('.') ? item : { ...item, name: `default.${item.name}` },
  ),
});
