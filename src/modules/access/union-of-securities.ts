import { parseFilterQuery } from '../../engine/filter-query/parse-filter-query.ts';
import { printFilter } from '../../engine/filter-query/print-filter.ts';
import type { Filter } from '../../engine/filter-query/filter.ts';
import type { CallsQuota, DatasetSecurity, QuotaUnit } from './dataset-security.ts';

/** Nothing of the data; what else it says is without effect. */
const noAccess: DatasetSecurity = Object.freeze({
  isDataVisible: false,
  visibleFields: [],
  filterQuery: '',
  apiCallsQuota: null,
});

/**
 * What several grants amount to for one person, part by part: all fields that one of them shows, all records that one
 * of them lets through, the most generous quota (docs/contract/objects.md, Users, groups, rulesets). A grant that hides the data adds
 * nothing. Fails INVALID_INPUT when a stored filter is not a query: to leave it out would show or hide too much.
 */
export function unionOfSecurities(securities: readonly DatasetSecurity[]): DatasetSecurity {
  const granting = securities.filter(grantsData);
  if (granting.length === 0) return noAccess;
  const filter = unionOfFilters(granting);
  return {
    isDataVisible: true,
    visibleFields: unionOfFields(granting.map(({ visibleFields }) => visibleFields)),
    filterQuery: filter ? printFilter(filter) : '',
    apiCallsQuota: mostGenerous(granting.map(({ apiCallsQuota }) => apiCallsQuota)),
  };
}

/** The records that several grants let through together, parsed; null for all records. Fails as the union does. */
export const unionOfRecords = (securities: readonly DatasetSecurity[]): Filter | null =>
  unionOfFilters(securities.filter(grantsData));

const grantsData = ({ isDataVisible }: DatasetSecurity): boolean => isDataVisible;

/** Null, which is all fields, wins. */
const unionOfFields = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

/** The empty query, which is all records, wins. */
function unionOfFilters(securities: readonly DatasetSecurity[]): Filter | null {
  const filters = securities.map(({ filterQuery }) => parseFilterQuery(filterQuery));
  if (filters.includes(null)) return null;
  const alternatives = filters.flatMap((filter) => (filter?.kind === 'or' ? filter.filters : (filter ?? [])));
  const different = [...new Map(alternatives.map((filter) => [printFilter(filter), filter])).values()];
  return different.length > 1 ? { kind: 'or', filters: different } : (different[0] ?? null);
}

const seconds: Readonly<Record<`${QuotaUnit}`, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  month: 2_592_000,
};

/** No quota wins; else the most calls per second on average, and of equal ones that of the longest span, which forgives a rush. */
const mostGenerous = (quotas: readonly (CallsQuota | null)[]): CallsQuota | null =>
  quotas.reduce((best, quota) => (best === null || quota === null ? null : isMoreGenerous(quota, best) ? quota : best));

function isMoreGenerous(quota: CallsQuota, than: CallsQuota): boolean {
  const [one, other] = [quota.limit * seconds[than.unit], than.limit * seconds[quota.unit]];
  return one === other ? seconds[quota.unit] > seconds[than.unit] : one > other;
}
