import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { administrator } from './seed-administrator.ts';

/** Whether the catalog has no dataset, page, form, term or group, and no user besides the administrator. */
export const isEmptyCatalog = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
  select 1 from user_account where username <> ${administrator}
  union all select 1 from user_group
  union all select 1 from dataset
  union all select 1 from portal_page
  union all select 1 from form
  union all select 1 from glossary_term
  limit 1`,
  )) === undefined;
