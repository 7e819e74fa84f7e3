import { sqlText } from '#kernel/sql.ts';

/** When the period of a row `c` of call_count ends. The sum is computed in UTC, because months differ in length. */
export const periodEnd = sqlText(
  "((c.period_start at time zone 'UTC' + ('1 ' || c.unit)::interval) at time zone 'UTC')",
);
