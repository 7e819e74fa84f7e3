import type { Row } from '../../../api/reading/declare/type-source.ts';
import type { ExportColumn } from '../../../engine/exports/export-format.ts';
import { missingSubjectColumns, type RecordMapping } from '../../../engine/exports/rdf/mapping/record-mapping.ts';
import { fail } from '../../../kernel/fail.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { rmlMappingOf } from '../../metadata/index.ts';

/** The mapping in the metadata of a dataset; undefined without one. Fails INVALID_MAPPING. */
export async function mappingOf({
  metadata,
}: Pick<Row<CatalogDataset>, 'metadata'>): Promise<RecordMapping | undefined> {
  const text = rmlMappingOf(metadata);
  if (text === undefined) return undefined;
  const { readMapping } = await import('../../../engine/exports/rdf/mapping/read-mapping.ts');
  return readMapping(text);
}

/**
 * Checks that a result has the columns of at least one subject. A column that it lacks otherwise has no values: the caller has not selected it,
 * or may not see it. Fails EXPORT_NOT_POSSIBLE.
 */
export function checkMappedColumns(mapping: RecordMapping, columns: readonly ExportColumn[]): void {
  const missing = missingSubjectColumns(mapping, new Set(columns.map(({ name }) => name)));
  if (missing.length === 0) return;
  fail('EXPORT_NOT_POSSIBLE', {
    reason: `the semantic.rml_mapping makes subjects of columns that the result lacks (${missing.slice(0, 10).join(', ')})`,
  });
}
