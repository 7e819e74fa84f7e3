import { columnsOfMapping, missingSubjectColumns } from '#engine/exports/rdf/mapping/record-mapping.ts';
import { CatalogError } from '#kernel/fail.ts';
import { listNames } from '#kernel/text.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { rmlMappingOf } from '#metadata/index.ts';
import type { PublishedField } from '../records/progress.ts';

/** A sentence that says why exports as linked data fail or lack columns with the mapping in published metadata; empty where it fits the published fields. */
export async function describeMappingProblem(
  metadata: DatasetMetadata,
  fields: readonly Pick<PublishedField, 'name'>[],
): Promise<string> {
  const text = rmlMappingOf(metadata);
  if (text === undefined) return '';
  const { readMapping } = await import('#engine/exports/rdf/mapping/read-mapping.ts');
  try {
    const mapping = readMapping(text);
    const names = new Set(fields.map(({ name }) => name));
    const missing = [...columnsOfMapping(mapping)].filter((column) => !names.has(column));
    if (fields.length === 0 || missing.length === 0) return '';
    const consequence =
      missingSubjectColumns(mapping, names).length > 0
        ? ' No subject can be made, so exports as linked data fail.'
        : '';
    return `The semantic.rml_mapping names columns that the dataset lacks: ${listNames(missing)}.${consequence}`;
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_MAPPING') return error.message;
    throw error;
  }
}
