import { parseStoredFilter } from '#engine/odsql/parse/stored-filter.ts';
import { printFilter } from '#engine/odsql/print.ts';
import type { Filter } from '#engine/odsql/tree.ts';
import type { CallsQuota, DatasetSecurity, QuotaUnit } from './dataset-security.ts';

/** No access to the data; the other fields have no effect. */
const noAccess: DatasetSecurity = Object.freeze({
  isDataVisible: false,
  visibleFields: [],
  filterQuery: '',
  apiCallsQuota: null,
});

/**
 * The union of several securities: all fields that at least one of them shows, all records that match at least one of their filters, and
 * the most generous quota (docs/contract/objects.md, Users, groups, rulesets). A security that hides the data adds nothing. Fails
 * INVALID_INPUT for a malformed stored filter, because ignoring the filter would show or hide too much.
 */
export function unionOfSecurities(securities: readonly DatasetSecurity[]): DatasetSecurity {
  const granting = securities.filter(grantsData);
  if (granting.length === 0) return noAccess;
  const filter = unionOfFilters(granting);
  return {
    isDataVisible: true,
    visibleFields: unionOfFields(granting.map(({ visibleFields }) => visibleFields)),
    filterQuery: filter ? printFilter(filter) : '',
    apiCallsQuota: mostGenerousQuota(granting.map(({ apiCallsQuota }) => apiCallsQuota)),
  };
}

/** The union of the record filters of several securities, parsed; null for all records. Fails as `unionOfSecurities` does. */
export const unionOfRecordFilters = (securities: readonly DatasetSecurity[]): Filter | null =>
  unionOfFilters(securities.filter(grantsData));

/** Whether the security shows any data. */
const grantsData = ({ isDataVisible }: DatasetSecurity): boolean => isDataVisible;

/** The union of lists of field names. Null stands for all fields, so the union with null is null. */
const unionOfFields = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

/** The union of the filters; null for all records. An empty filter query matches all records, so the union with it is null. */
function unionOfFilters(securities: readonly DatasetSecurity[]): Filter | null {
  const parsed = securities.map(({ filterQuery }) => parseStoredFilter(filterQuery));
  const filters = parsed.filter((filter) => filter !== null);
  if (filters.length < parsed.length) return null;
  const alternatives = filters.flatMap((filter) => (filter.kind === 'or' ? filter.filters : [filter]));
  const distinct = [...new Map(alternatives.map((filter) => [printFilter(filter), filter])).values()];
  return distinct.length > 1 ? { kind: 'or', filters: distinct } : (distinct[0] ?? null);
}

/** The length of each period in seconds; a month counts as 30 days. */
const seconds: Readonly<Record<`${QuotaUnit}`, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  month: 2_592_000,
};

/** The quota that allows the most calls; null, for no quota, when one of the quotas is null. */
function mostGenerousQuota(quotas: readonly (CallsQuota | null)[]): CallsQuota | null {
  const limited = quotas.filter((quota) => quota !== null);
  if (limited.length < quotas.length) return null;
  return limited.reduce((best, quota) => (isMoreGenerous(quota, best) ? quota : best));
}

/**
 * Whether `quota` allows more calls per second on average than `other`. At the same average, the quota with the longer period is more
 * generous, because it allows bursts.
 */
function isMoreGenerous(quota: CallsQuota, other: CallsQuota): boolean {
  // Both averages are multiplied by both periods, so that whole numbers are compared.
  const [calls, otherCalls] = [quota.limit * seconds[other.unit], other.limit * seconds[quota.unit]];
  return calls === otherCalls ? seconds[quota.unit] > seconds[other.unit] : calls > otherCalls;
}
