import type { RequestContext } from '#api/context.ts';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { type Sql, sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import { loadCatalogColumns } from './catalog-columns.ts';
import { catalogScope } from './catalog-scope.ts';
import { type CatalogFacet, isValueOf } from './parse-facets.ts';
import type { Searcher } from './searcher.ts';

const e = sqlText('e');

/** The condition that the entry `e` has the values that the facets refine, and none that they exclude. Undefined without such values. */
export async function refineEntries(
  ctx: RequestContext,
  { session, revision }: Searcher,
  facets: readonly CatalogFacet[],
): Promise<Sql | undefined> {
  const scope = catalogScope({ app: ctx.app, session }, { timezone: 'UTC', language: 'en' });
  const byName = new Map(facets.map((facet) => [facet.name, facet]));
  const settingsOf = ({ name }: { readonly name: string }) => ({
    isDisjunctive: byName.get(name)?.isDisjunctive ?? false,
    separator: byName.get(name)?.separator ?? null,
  });
  const valuesOf = (part: 'refined' | 'excluded') =>
    facets.flatMap((facet) => (facet.field.hasAny ? [] : facet[part].map((value) => ({ field: facet.name, value }))));
  const excluded = bindExclusions(valuesOf('excluded'), scope, settingsOf);
  const filters = [
    ...bindRefinements(valuesOf('refined'), scope, settingsOf).map(({ filter }) => filter),
    ...(excluded ? [excluded] : []),
  ];
  const conditions = filters.map((filter) => filterSql(filter, scope));
  for (const facet of facets) conditions.push(...(await refineByValues(ctx, revision, facet)));
  return conditions.length === 0 ? undefined : sqlAnd(...conditions);
}

/** The conditions of a facet by the values that entries have: an index finds those, but neither texts in any case nor the levels of a path. */
async function refineByValues(ctx: RequestContext, revision: string, facet: CatalogFacet): Promise<readonly Sql[]> {
  const { name, field, refined, excluded, isDisjunctive } = facet;
  const { hasAny } = field;
  if (!hasAny || refined.length + excluded.length === 0) return [];
  const { texts } = (await loadCatalogColumns(ctx, revision)).column(name);
  const hasValue = (value: string): Sql => hasAny(e, texts.filter(isValueOf(facet, value)));
  const refinements = refined.map(hasValue);
  return [
    ...(isDisjunctive && refinements.length > 0 ? [sql`(${sqlJoin(refinements, ' or ')})`] : refinements),
    ...excluded.map((value) => sql`not (${hasValue(value)})`),
  ];
}
