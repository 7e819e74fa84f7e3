import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { isCostly } from '#engine/odsql/bind/bind-stored-filter.ts';
import {
  type BoundFacet,
  expandedValues,
  type FacetRow,
  facetsStatement,
  facetTree,
  facetValue,
} from '#engine/odsql/sql/facet-sql.ts';
import { failSemantics } from '#engine/odsql/errors.ts';
import type { FacetRequest, Refinement } from '#engine/odsql/tree.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { RequestContext } from '#api/context.ts';
import type { Facet } from '#api/types/rows.type.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { conditionOf, type DatasetSettings, filterOf, type RecordSelection } from './selection.ts';
import { evaluatedFacets } from './evaluate-reads.ts';
import { readTexts, type RecordRead } from './run-reads.ts';

/** The maximum number of facets of a query, and the default number of values of a facet (docs/contract/explore.md 5). */
const maxFacets = 100;
const defaultLimit = 100;

/** Counts the facets of a selection; without requests, the facets of the dataset. Fails ODSQL_ERROR for an unknown field, and INVALID_INPUT. */
export async function readFacets(
  ctx: RequestContext,
  selection: RecordSelection,
  settings: DatasetSettings,
  requests: readonly FacetRequest[],
): Promise<Facet[]> {
  if (requests.length > maxFacets) failFields({ facets: [`Ask for at most ${String(maxFacets)} facets.`] });
  const facets =
    requests.length > 0
      ? requests.map((request) => facetOf(selection, request.field, request.limit))
      : facetsOfDataset(selection, settings);
  if (facets.length === 0) return [];
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const read: RecordRead = {
    statement: () => {
      const counted = facetsStatement(
        facets.map((facet) => ({ ...facet, condition: conditionOf(selection, facet.filter) ?? null })),
        {
          from: records.from,
          timezone: scope.timezone,
          // nothing is known of the costs of the caller's row filter
          sharesRows: records.condition !== null || (filter !== null && isCostly(filter)),
        },
      );
      return sql`select facet::text, parent, value, count::text from (${counted}) counted`;
    },
    evaluate: evaluatedFacets(selection, facets),
  };
  const rows = (await readTexts(ctx, records, read, { isCached: true })).map(
    ([facet, parent, value, count]): FacetRow => ({
      facet: Number(facet),
      parent: parent ?? '',
      value: value ?? '',
      count: Number(count),
    }),
  );
  return facets.map((facet, index) => ({
    name: facet.name,
    values: facetTree(
      facet,
      rows.filter((row) => row.facet === index),
    ),
  }));
}

/** A facet, and the filter of the records that it counts. */
interface SelectedFacet extends BoundFacet<SqlField> {
  readonly filter: BoundFilter<SqlField> | null;
}

/** The facets of the dataset whose fields the caller sees. */
const facetsOfDataset = (selection: RecordSelection, { facets }: DatasetSettings): SelectedFacet[] =>
  [...facets.keys()]
    .slice(0, maxFacets)
    .flatMap((name) => (isCountable(selection.scope.find(name)) ? [facetOf(selection, name, null)] : []));

const isCountable = (field: SqlField | undefined): boolean =>
  field !== undefined && !['geo_point_2d', 'geo_shape', 'file'].includes(field.type);

function facetOf(selection: RecordSelection, name: string, limit: number | null): SelectedFacet {
  const field = selection.scope.find(name) ?? failSemantics('facet', `Unknown field: ${name}`);
  if (!isCountable(field)) failSemantics('facet', `${name} is a ${field.type}, which has no facet`);
  const { isDisjunctive, separator, sort } = selection.optionsOf(field);
  const valuesOf = (refinements: readonly Refinement[]) =>
    refinements.filter((refinement) => refinement.field === name).map(({ value }) => facetValue(field, value));
  const levels = {
    field,
    separator: field.type === 'text' ? separator : null,
    refined: valuesOf(selection.refine),
    excluded: valuesOf(selection.exclude),
  };
  return {
    ...levels,
    name,
    sort,
    limit: limit ?? defaultLimit,
    shown: expandedValues(levels),
    filter: filterOf(selection, isDisjunctive ? field : undefined),
  };
}
