import { isJsonObject } from '../../../kernel/json.ts';
import type { DatasetMetadata } from '../../datasets/index.ts';

/** The names of the fields that records are filtered by, as the metadata lists them, in order. */
export function facetsOf(metadata: DatasetMetadata = {}): string[] {
  const facets = metadata['asset_content_configuration']?.['facets']?.value;
  return (Array.isArray(facets) ? facets : []).flatMap((facet) =>
    isJsonObject(facet) && typeof facet['field_name'] === 'string' ? [facet['field_name']] : [],
  );
}
