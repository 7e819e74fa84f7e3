import type { RequestContext } from '#api/context.ts';
import type { Removal } from '#datasets/index.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/**
 * When a page with this slug was unpublished or deleted that everyone could see; undefined where there was none. The service knows it for as long as it
 * keeps what was deleted; it does not know the day on which a page was unpublished. An archived page leaves no trace.
 */
export async function readPageRemoval({ db }: Pick<RequestContext, 'db'>, slug: string): Promise<Removal | undefined> {
  return firstRow<Removal>(
    db,
    sql`select to_char(max(removed_at) at time zone 'UTC', 'YYYY-MM-DD') as "day" from (
      select null::timestamptz as removed_at from portal_page p
        where p.kind in ('studio_page', 'code_editor_page') and p.slug = ${slug} and p.published_at is null
          and p.first_published_at is not null and not p.is_restricted and not p.is_archived
      union all
      select x.deleted_at from deleted_page x
        where x.kind in ('studio_page', 'code_editor_page') and x.slug = ${slug}
    ) removals having count(*) > 0`,
  );
}
