import type { FacetRequest, FacetSort } from '#engine/odsql/tree.ts';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { FacetInput, FacetSort as FacetSortEnum } from '#api/types/odsql.inputs.ts';
import type { Facet } from '#api/types/rows.type.ts';
import { failFields } from '#kernel/fail.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { settingsOf } from '../reading/dataset-settings.ts';
import { openRecords } from '../reading/open-records.ts';
import { readFacets } from '../reading/read-facets.ts';
import { bindSelection } from '../reading/selection.ts';
import type { RecordSelectionArgs } from '../records/records.inputs.ts';
import { selectionArguments } from '../records/records.service.ts';

/** The maximum number of values of one facet. */
const maxValues = 20_000;

const sorts = {
  count: 'count',
  count_desc: '-count',
  alphanum: 'alphanum',
  alphanum_desc: '-alphanum',
  num: 'num',
  num_desc: '-num',
} as const satisfies Record<`${FacetSortEnum}`, FacetSort>;

/** Counts the facets of the selected records. */
export async function countFacets(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  inputs: readonly FacetInput[],
  args: RecordSelectionArgs,
): Promise<Facet[]> {
  const { records } = await openRecords(ctx, dataset);
  const facets = inputs.map(facetRequest);
  const settings = settingsOf(dataset);
  const selection = bindSelection(records, settings, { ...selectionArguments(args), facets });
  for (const [index, { field }] of facets.entries())
    if (!selection.scope.find(field)) failFields({ [`facets.${String(index)}.field`]: [`Unknown field: ${field}`] });
  return readFacets(ctx, selection, settings, facets);
}

function facetRequest(input: FacetInput, index: number): FacetRequest {
  const { field, isDisjunctive = null, isHierarchical = null, separator = null, sort, limit = null } = input;
  const path = `facets.${String(index)}`;
  if (limit !== null && (limit < 1 || limit > maxValues))
    failFields({ [`${path}.limit`]: [`Ask for 1 to ${String(maxValues)} values.`] });
  if (separator === '') failFields({ [`${path}.separator`]: ['Give at least one character.'] });
  return { field, isDisjunctive, isHierarchical, separator, sort: sort ? sorts[sort] : null, limit };
}
