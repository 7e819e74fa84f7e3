import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { bindExclusions, bindRefinements, type FieldRefinement } from '#engine/odsql/bind/bind-query.ts';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Language } from '#engine/odsql/scope.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import type { FacetRequest, Filter, Refinement } from '#engine/odsql/tree.ts';
import { checkTimezone } from '#api/types/odsql.inputs.ts';
import { sqlAnd, type Sql } from '#kernel/sql.ts';
import type { VisibleRecords } from '#records/index.ts';
import { bindingProblem } from '../inputs/binding-problem.ts';
import { filterTree } from '../inputs/filter-tree.ts';
import type { RecordFilter } from '../inputs/record-filter.inputs.ts';
import { facetOptions, type FacetOptions } from './facet-options.ts';
import type { DatasetSettings } from './dataset-settings.ts';

/** The arguments of a query that select records. */
export interface SelectionArguments {
  readonly filter?: RecordFilter | null | undefined;
  readonly where?: readonly string[] | undefined;
  readonly refine?: readonly Refinement[] | undefined;
  readonly exclude?: readonly Refinement[] | undefined;
  /** The requested facets; their options apply to the refinements as well. */
  readonly facets?: readonly FacetRequest[] | undefined;
  readonly timezone: string;
  readonly lang?: Language | null | undefined;
}

/** The selected records: what queries over them can name, and their condition. */
export interface Selection {
  readonly records: VisibleRecords;
  readonly scope: SqlScope;
  /** Null for all records. */
  readonly filter: BoundFilter<SqlField> | null;
  /** The refinements by field, because a disjunctive facet counts without the refinements of its own field. */
  readonly refinements: readonly FieldRefinement<SqlField>[];
  readonly refine: readonly Refinement[];
  readonly exclude: readonly Refinement[];
  readonly optionsOf: (field: SqlField) => FacetOptions;
}

/** Binds a selection to the caller's records. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindSelection(
  records: VisibleRecords,
  settings: DatasetSettings,
  { filter, where = [], refine = [], exclude = [], facets = [], timezone, lang }: SelectionArguments,
): Selection {
  const scope = records.scope({ timezone: checkTimezone(timezone), language: lang ?? settings.language });
  const optionsOf = facetOptions(settings.facets, records.fields, facets);
  const parsed = where.flatMap((text) => parseWhere(text) ?? []);
  const conditions = [
    ...(filter ? [bindFilter(treeOf(filter, scope), scope)] : []),
    ...parsed.map((condition) => bindFilter(condition, scope)),
  ];
  const exclusions = bindExclusions(exclude, scope, optionsOf);
  return {
    records,
    scope,
    filter: allOf(exclusions ? [...conditions, exclusions] : conditions),
    refinements: bindRefinements(refine, scope, optionsOf),
    refine,
    exclude,
    optionsOf,
  };
}

/** The filter of a selection, with its refinements except those of one field. */
export const filterOf = ({ filter, refinements }: Selection, except?: SqlField): BoundFilter<SqlField> | null =>
  allOf([
    ...(filter ? [filter] : []),
    ...refinements.filter(({ field }) => field !== except).map((refinement) => refinement.filter),
  ]);

/** The condition of a filter and of the caller's access; undefined for all records. */
export function conditionOf({ records, scope }: Selection, filter: BoundFilter<SqlField> | null): Sql | undefined {
  const conditions = [records.condition, filter && filterSql(filter, scope)].flatMap((condition) => condition ?? []);
  return conditions.length === 0 ? undefined : sqlAnd(...conditions);
}

const allOf = (filters: readonly BoundFilter<SqlField>[]): BoundFilter<SqlField> | null =>
  filters.length > 1 ? { kind: 'and', filters } : (filters[0] ?? null);

const treeOf = (filter: RecordFilter, scope: SqlScope): Filter =>
  filterTree(filter, {
    scope,
    path: 'filter',
    problemOf: (condition) => bindingProblem(() => bindFilter(condition, scope)),
  });
