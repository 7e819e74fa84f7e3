import type { FacetRequest, FacetSort } from '#engine/odsql/tree.ts';
import type { RecordField } from '#records/index.ts';
import type { FacetSettings } from '../schema/facet-settings.ts';

/** How a facet counts, and how its values are refined. */
export interface FacetOptions {
  readonly isDisjunctive: boolean;
  /** The separator of the levels of a hierarchical text; null for a text without levels. */
  readonly separator: string | null;
  readonly sort: FacetSort | null;
}

/** The separator of the levels of a path when neither the query nor the field names a separator. */
const defaultSeparator = '/';

/** The options of facets: those of the query, else of the dataset's metadata and the field's annotations. */
export const facetOptions =
  (
    settings: ReadonlyMap<string, FacetSettings>,
    fields: readonly RecordField[],
    requests: readonly FacetRequest[],
  ): ((field: { readonly name: string }) => FacetOptions) =>
  ({ name }) => {
    const [request, setting] = [requests.find(({ field }) => field === name), settings.get(name)];
    const annotatedSeparator = separatorIn(fields.find((field) => field.name === name));
    const isHierarchical =
      request?.isHierarchical ?? (annotatedSeparator !== undefined || typeof request?.separator === 'string');
    return {
      isDisjunctive: request?.isDisjunctive ?? setting?.isDisjunctive ?? false,
      separator: isHierarchical ? (request?.separator ?? annotatedSeparator ?? defaultSeparator) : null,
      sort: request?.sort ?? setting?.sort ?? null,
    };
  };

/** The separator that a field is annotated with; undefined for a field without levels. */
function separatorIn(field: RecordField | undefined): string | undefined {
  const annotation = field?.annotations.find(({ name }) => name === 'hierarchical');
  return annotation && String(annotation.args[0] ?? defaultSeparator);
}
