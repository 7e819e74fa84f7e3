import { sql, type Sql } from '../../kernel/sql.ts';

/** Whether a form under the alias has as many submissions as it takes; rejected ones do not count. It stops at the last that counts. */
export const isQuotaReached = (form: Sql): Sql => sql`(${form}.submissions_quota is not null and (${form}.submissions_quota = 0 or exists (
  select 1 from submission q where q.form_slug = ${form}.slug and q.status in ('pending', 'approved') offset greatest(${form}.submissions_quota - 1, 0))))`;
