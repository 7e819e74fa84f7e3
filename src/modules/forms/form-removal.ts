import type { RequestContext } from '#api/context.ts';
import type { Removal } from '#datasets/index.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/**
 * When a form with this slug was unpublished or deleted that everyone could see; undefined where there was none. The service knows it until a deletion
 * expires; it does not know the day on which a form was unpublished.
 */
export async function readFormRemoval({ db }: Pick<RequestContext, 'db'>, slug: string): Promise<Removal | undefined> {
  return firstRow<Removal>(
    db,
    sql`select to_char(max(removed_at) at time zone 'UTC', 'YYYY-MM-DD') as "day" from (
      select null::timestamptz as removed_at from form f
        where f.slug = ${slug} and f.last_version > 0 and f.published_version is null and f.access_type <> 'restricted'
      union all
      select x.deleted_at from deletion x join deleted_row r on r.deletion_uid = x.uid and r.table_name = 'form'
        where x.kind = 'form' and x.name = ${slug}
          and r.values ->> 'published_version' is not null and r.values ->> 'access_type' <> 'restricted'
    ) removals having count(*) > 0`,
  );
}
