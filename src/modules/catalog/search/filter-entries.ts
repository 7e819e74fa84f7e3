import type { Session } from '#api/session.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import type { CatalogFilter } from './catalog-search.inputs.ts';
import { visibleFeatures } from '../entry/visible-features.ts';

const e = sqlText('e');

/** The maximum number of values of one list (docs/contract/explore.md 5). */
const maxValues = 1_000;

/** The lists of the filter, each with the condition that an entry has one of its values. */
const lists = {
  themes: () => (values: Sql) => sql`e.theme && ${values}`,
  keywords: () => (values: Sql) => sql`e.keyword && ${values}`,
  publishers: () => (values: Sql) => sql`e.publisher = any(${values})`,
  licenses: () => (values: Sql) => sql`e.license = any(${values})`,
  languages: () => (values: Sql) => sql`e.language = any(${values})`,
  territories: () => (values: Sql) => sql`e.territory && ${values}`,
  features: (session: Session) => (values: Sql) => sql`${visibleFeatures(session, e)} && ${values}`,
} as const;
const listNames = Object.keys(lists) as (keyof typeof lists)[];

/** The condition of a filter on the entry `e`. Fails INVALID_INPUT for a list that is too long. */
export function filterEntries(filter: CatalogFilter, session: Session): Sql {
  const { datasetIds, hasRecords, modifiedFrom, modifiedBefore } = filter;
  checkAll(...([...listNames, 'datasetIds'] as const).map((name) => () => checkLength(filter, name)));
  return sqlAnd(
    datasetIds == null
      ? undefined
      : sql`e.dataset_id = any(${datasetIds}::text[]) or e.uid = any(${datasetIds}::text[])`,
    ...listNames.map((name) => {
      const values = filter[name];
      return values == null ? undefined : lists[name](session)(sql`${values}::text[]`);
    }),
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
