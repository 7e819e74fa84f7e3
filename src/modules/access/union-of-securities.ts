import { parseStoredFilter } from '../../engine/odsql/parse/stored-filter.ts';
import { printFilter } from '../../engine/odsql/print.ts';
import type { Filter } from '../../engine/odsql/tree.ts';
import type { CallsQuota, DatasetSecurity, QuotaUnit } from './dataset-security.ts';

/** No access to the data; the other fields have no effect. */
const noAccess: DatasetSecurity = Object.freeze({
  isDataVisible: false,
  visibleFields: [],
  filterQuery: '',
  apiCallsQuota: null,
});

/**
 * The union of several grants, property by property: all fields that one of them shows, all records that match one of
 * their filters, and the most generous quota (docs/contract/objects.md, Users, groups, rulesets). A grant that hides the data adds
 * nothing. Fails INVALID_INPUT for a malformed stored filter: ignoring it would show or hide too much.
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

/** The union of the record filters of several grants, parsed; null for all records. Fails as `unionOfSecurities`. */
export const unionOfRecords = (securities: readonly DatasetSecurity[]): Filter | null =>
  unionOfFilters(securities.filter(grantsData));

const grantsData = ({ isDataVisible }: DatasetSecurity): boolean => isDataVisible;

/** Null, for all fields, contains every list. */
const unionOfFields = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

/** The empty query, for all records, contains every other one. */
function unionOfFilters(securities: readonly DatasetSecurity[]): Filter | null {
  const filters = securities.map(({ filterQuery }) => parseStoredFilter(filterQuery));
  if (filters.includes(null)) return null;
  const alternatives = filters.flatMap((filter) => (filter?.kind === 'or' ? filter.filters : (filter ?? [])));
  const distinct = [...new Map(alternatives.map((filter) => [printFilter(filter), filter])).values()];
  return distinct.length > 1 ? { kind: 'or', filters: distinct } : (distinct[0] ?? null);
}

const seconds: Readonly<Record<`${QuotaUnit}`, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  month: 2_592_000,
};

/** Null where one of the grants has no quota. */
function mostGenerousQuota(quotas: readonly (CallsQuota | null)[]): CallsQuota | null {
  const limited = quotas.filter((quota) => quota !== null);
  if (limited.length < quotas.length) return null;
  return limited.reduce((best, quota) => (isMoreGenerous(quota, best) ? quota : best));
}

/** Whether a quota allows more calls per second on average; of equal ones the longer period is more generous, because it allows bursts. */
function isMoreGenerous(quota: CallsQuota, than: CallsQuota): boolean {
  // both sides are multiplied by both periods, so that whole numbers are compared
  const [calls, otherCalls] = [quota.limit * seconds[than.unit], than.limit * seconds[quota.unit]];
  return calls === otherCalls ? seconds[quota.unit] > seconds[than.unit] : calls > otherCalls;
}
