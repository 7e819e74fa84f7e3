import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/** Whether everyone could see a form with this slug that has been unpublished or deleted since. The service knows it until a deletion expires. */
export async function isFormGone({ db }: Pick<RequestContext, 'db'>, slug: string): Promise<boolean> {
  const found = await firstRow<{ isGone: boolean }>(
    db,
    sql`select exists (
      select from form f
        where f.slug = ${slug} and f.last_version > 0 and f.published_version is null and f.access_type <> 'restricted'
      union all
      select from deletion x join deleted_row r on r.deletion_uid = x.uid and r.table_name = 'form'
        where x.kind = 'form' and x.name = ${slug}
          and r.values ->> 'published_version' is not null and r.values ->> 'access_type' <> 'restricted'
    ) as "isGone"`,
  );
  return found?.isGone === true;
}
