import type { Session } from '../../../api/session/session.ts';
import { checkAll } from '../../../kernel/check-all.ts';
import { failFields } from '../../../kernel/fail.ts';
import { sql, sqlAnd, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { CatalogFilter } from './catalog-search.inputs.ts';
import { findFacetField } from './facet-fields.ts';

const e = sqlText('e');

/** docs/contract/explore.md 5 */
const maxValues = 1_000;

/** The facet that each list of the filter compares. */
const lists = {
  themes: 'theme',
  keywords: 'keyword',
  publishers: 'publisher',
  licenses: 'license',
  languages: 'language',
  territories: 'territory',
  features: 'features',
} as const;

/** The condition of a filter on the entry `e`. Fails INVALID_INPUT for a list that is too long. */
export function filterEntries(filter: CatalogFilter, session: Session): Sql {
  const { datasetIds, hasRecords, modifiedFrom, modifiedBefore } = filter;
  checkAll(
    ...[...Object.keys(lists), 'datasetIds'].map((name) => () => checkLength(filter, name as keyof CatalogFilter)),
  );
  return sqlAnd(
    datasetIds == null
      ? undefined
      : sql`e.dataset_id = any(${datasetIds}::text[]) or e.uid = any(${datasetIds}::text[])`,
    ...Object.entries(lists).map(([name, facet]) => hasOneOf(facet, filter[name as keyof typeof lists], session)),
    hasRecords == null ? undefined : sql`e.has_records = ${hasRecords}::boolean`,
    modifiedFrom == null ? undefined : sql`e.modified >= ${modifiedFrom}::timestamptz`,
    modifiedBefore == null ? undefined : sql`e.modified < ${modifiedBefore}::timestamptz`,
  );
}

function checkLength(filter: CatalogFilter, name: keyof CatalogFilter): void {
  const value = filter[name];
  if (Array.isArray(value) && value.length > maxValues)
    failFields({ [`filter.${name}`]: [`Name ${String(maxValues)} values at most.`] });
}

function hasOneOf(name: string, values: readonly string[] | null | undefined, session: Session): Sql | undefined {
  const field = findFacetField(name);
  if (values == null || !field) return undefined;
  const value = field.value(e, session);
  return field.isList ? sql`${value} && ${values}::text[]` : sql`${value} = any(${values}::text[])`;
}
