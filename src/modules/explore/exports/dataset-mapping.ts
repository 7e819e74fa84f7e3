import { extra } from '#api/reading/declare-source.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { ExportColumn } from '#engine/exports/export-format.ts';
import { missingSubjectColumns, type RecordMapping } from '#engine/exports/rdf/mapping/record-mapping.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { catalogDatasets, type CatalogDataset, type DatasetMetadata } from '#datasets/index.ts';
import { rmlMappingOf } from '#metadata/index.ts';
import type { VisibleRecords } from '#records/index.ts';

/**
 * The templates of the published metadata that exports apply. The metadata of the row lacks the mapping where it may name a field that the
 * caller does not see.
 */
export const mappingOfDataset = extra<CatalogDataset, DatasetMetadata | null>({
  source: catalogDatasets,
  name: '$mapping',
  value: (dataset) => sql`jsonb_build_object('semantic', coalesce(${dataset}.published_metadata -> 'semantic', '{}'))`,
});

/** The mapping in the metadata of a dataset; undefined without one. Fails INVALID_MAPPING. */
export async function mappingOf(dataset: Row<CatalogDataset>): Promise<RecordMapping | undefined> {
  const text = rmlMappingOf(mappingOfDataset.valueIn(dataset) ?? dataset.metadata);
  if (text === undefined) return undefined;
  const { readMapping } = await import('#engine/exports/rdf/mapping/read-mapping.ts');
  return readMapping(text);
}

/**
 * Checks that a result has the columns of at least one subject. A column that it lacks otherwise has no values: the caller has not selected it,
 * or may not see it. Fails EXPORT_NOT_POSSIBLE; the reason names the columns that the caller sees.
 */
export function checkMappedColumns(
  mapping: RecordMapping,
  columns: readonly ExportColumn[],
  { fields, allFields }: Pick<VisibleRecords, 'fields' | 'allFields'>,
): void {
  const missing = missingSubjectColumns(mapping, new Set(columns.map(({ name }) => name)));
  if (missing.length === 0) return;
  const visible = new Set(fields.map(({ name }) => name));
  const named = fields.length === allFields.length ? missing : missing.filter((name) => visible.has(name));
  const names = named.length === 0 ? '' : ` (${named.slice(0, 10).join(', ')})`;
  fail('EXPORT_NOT_POSSIBLE', {
    reason: `the semantic.rml_mapping makes subjects of columns that the result lacks${names}`,
  });
}
