import { checkStoredFilter } from '#engine/odsql/parse/stored-filter.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { fullAccess, type DatasetSecurity, type DatasetSecurityInput } from './dataset-security.ts';

/** The security that an input describes, with defaults for omitted fields. Fails INVALID_INPUT under `field`. */
export function parseSecurity(input: DatasetSecurityInput | null | undefined, field: string): DatasetSecurity {
  if (!input) return fullAccess;
  const { visibleFields, apiCallsQuota } = input;
  const filterQuery = input.filterQuery ?? fullAccess.filterQuery;
  checkAll(
    () => {
      checkStoredFilter(filterQuery, `${field}.filterQuery`);
    },
    () => {
      if (visibleFields && new Set(visibleFields).size < visibleFields.length)
        failFields({ [`${field}.visibleFields`]: ['Name each field once.'] });
    },
    () => {
      if (apiCallsQuota && apiCallsQuota.limit < 0)
        failFields({ [`${field}.apiCallsQuota.limit`]: ['Give 0 or more.'] });
    },
  );
  return {
    isDataVisible: input.isDataVisible ?? fullAccess.isDataVisible,
    visibleFields: visibleFields ?? null,
    filterQuery,
    apiCallsQuota: apiCallsQuota ? { unit: apiCallsQuota.unit, limit: apiCallsQuota.limit } : null,
  };
}
