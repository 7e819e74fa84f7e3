import type { Session } from '#api/session.ts';
import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import {
  bindExclusions,
  bindRefinements,
  type FacetSettings,
  type FieldRefinement,
} from '#engine/odsql/bind/bind-query.ts';
import { wordCount } from '#engine/odsql/bind/bind-predicate.ts';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { failSemantics } from '#engine/odsql/errors.ts';
import { parseFacet, parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { expandedValues, facetValue, type SqlFacet } from '#engine/odsql/sql/facet-sql.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import type { FacetRequest, Refinement } from '#engine/odsql/tree.ts';
import { failFields } from '#kernel/fail.ts';
import { sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import { maySeeIfPublished } from '#access/index.ts';
import { facetFields } from '../search/facet-fields.ts';
import { maxWords } from '../words/query-words.ts';

/** The datasets that a query in ODSQL selects. */
export interface CatalogSelection {
  readonly scope: SqlScope;
  /** The condition that the caller may see an entry. */
  readonly visible: Sql;
  readonly filter: BoundFilter<SqlField> | null;
  /** The refinements by field, because a disjunctive facet counts without the refinements of its own field. */
  readonly refinements: readonly FieldRefinement<SqlField>[];
  readonly refine: readonly Refinement[];
  readonly exclude: readonly Refinement[];
  readonly requests: readonly FacetRequest[];
}

/** The maximum number of conditions, and of refinements, of a query. */
const maxParameters = 100;

/** Binds the conditions of a query. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function selectEntries(session: Session, scope: SqlScope, odsql: OdsqlInput): CatalogSelection {
  for (const name of ['where', 'refine', 'exclude', 'facet'] as const)
    if ((odsql[name]?.length ?? 0) > maxParameters)
      failFields({ [`odsql.${name}`]: [`Send ${String(maxParameters)} at most.`] });
  const requests = (odsql.facet ?? []).filter((text) => text.trim() !== '').map(parseFacet);
  const refine = (odsql.refine ?? []).flatMap((text) => parseRefinements(text, 'refine'));
  const exclude = (odsql.exclude ?? []).flatMap((text) => parseRefinements(text, 'exclude'));
  const settingsOf = (field: SqlField) => facetSettings(requestOf(requests, scope, field), field);
  const conditions = (odsql.where ?? [])
    .flatMap((text) => parseWhere(text) ?? [])
    .map((parsed) => bindFilter(parsed, scope));
  if (conditions.reduce((sum, condition) => sum + wordCount(condition), 0) > maxWords)
    failSemantics('where', `A search of the catalog has more than ${maxWords} words`);
  const exclusions = bindExclusions(exclude, scope, settingsOf);
  return {
    scope,
    visible: maySeeIfPublished(session, sqlText('e')),
    filter: allOf(exclusions ? [...conditions, exclusions] : conditions),
    refinements: bindRefinements(refine, scope, settingsOf),
    refine,
    exclude,
    requests,
  };
}

const requestOf = (requests: readonly FacetRequest[], scope: SqlScope, field: SqlField): FacetRequest | undefined =>
  requests.find((request) => scope.find(request.field) === field);

function facetSettings(request: FacetRequest | undefined, { name }: SqlField): FacetSettings {
  const isHierarchical = request?.isHierarchical ?? (request?.separator ?? null) !== null;
  return {
    isDisjunctive: request?.isDisjunctive ?? facetFields.some((field) => field.name === name && field.isDisjunctive),
    separator: isHierarchical ? (request?.separator ?? '/') : null,
  };
}

/** The filter of a selection, with its refinements except those of one field. */
export const filterOf = ({ filter, refinements }: CatalogSelection, except?: SqlField): BoundFilter<SqlField> | null =>
  allOf([
    ...(filter ? [filter] : []),
    ...refinements.filter(({ field }) => field !== except).map((refinement) => refinement.filter),
  ]);

/** The condition that an entry meets the filter and that the caller may see it. */
export const conditionOf = ({ visible, scope }: CatalogSelection, filter: BoundFilter<SqlField> | null): Sql =>
  sqlAnd(visible, filter ? filterSql(filter, scope) : undefined);

const allOf = (filters: readonly BoundFilter<SqlField>[]): BoundFilter<SqlField> | null =>
  filters.length > 1 ? { kind: 'and', filters } : (filters[0] ?? null);

/** The number of values of a facet without a `limit` (docs/contract/explore.md 5). */
const defaultLimit = 100;

/** The facets of a query: those requested, else those of the catalog. Fails ODSQL_ERROR for an unknown field. */
export function facetsOf(selection: CatalogSelection): SqlFacet[] {
  const { requests, scope } = selection;
  return requests.length > 0
    ? requests.map((request) => facetOf(selection, request.field, request))
    : facetFields.flatMap(({ name }) => (scope.find(name) ? facetOf(selection, name, undefined) : []));
}

function facetOf(selection: CatalogSelection, name: string, request: FacetRequest | undefined): SqlFacet {
  const { scope } = selection;
  const field = scope.find(name) ?? failSemantics('facet', `Unknown field: ${name}`);
  const { isDisjunctive, separator } = facetSettings(request, field);
  const valuesOf = (refinements: readonly Refinement[]) =>
    refinements
      .filter((refinement) => scope.find(refinement.field) === field)
      .map(({ value }) => facetValue(field, value));
  const levels = {
    field,
    separator: field.type === 'text' ? separator : null,
    refined: valuesOf(selection.refine),
    excluded: valuesOf(selection.exclude),
  };
  return {
    ...levels,
    name: field.name,
    sort: request?.sort ?? null,
    limit: request?.limit ?? defaultLimit,
    shown: expandedValues(levels),
    condition: conditionOf(selection, filterOf(selection, isDisjunctive ? field : undefined)),
  };
}
