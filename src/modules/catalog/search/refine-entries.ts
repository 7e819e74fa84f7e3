import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session/session.ts';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/filters/bind-refinements.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { sqlAnd, type Sql } from '#kernel/sql.ts';
import { catalogScope } from '../odsql/catalog-scope.ts';
import type { CatalogFacet } from './parse-facets.ts';

/** The condition that the entry `e` has the values that the facets refine, and none that they exclude. Undefined without such values. */
export function refineEntries(
  app: Pick<Platform, 'clock'>,
  session: Session,
  facets: readonly CatalogFacet[],
): Sql | undefined {
  const scope = catalogScope({ app, session }, { timezone: 'UTC', language: 'en' });
  const byName = new Map(facets.map((facet) => [facet.name, facet]));
  const settingsOf = ({ name }: { readonly name: string }) => ({
    isDisjunctive: byName.get(name)?.isDisjunctive ?? false,
    separator: byName.get(name)?.separator ?? null,
  });
  const valuesOf = (part: 'refined' | 'excluded') =>
    facets.flatMap((facet) => facet[part].map((value) => ({ field: facet.name, value })));
  const excluded = bindExclusions(valuesOf('excluded'), scope, settingsOf);
  const filters = [
    ...bindRefinements(valuesOf('refined'), scope, settingsOf).map(({ filter }) => filter),
    ...(excluded ? [excluded] : []),
  ];
  return filters.length === 0 ? undefined : sqlAnd(...filters.map((filter) => filterSql(filter, scope)));
}
