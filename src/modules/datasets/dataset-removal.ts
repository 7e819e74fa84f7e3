import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/** That something was removed which everyone could see. */
export interface Removal {
  /** The day (UTC), as YYYY-MM-DD; null where the service does not know it. */
  readonly day: string | null;
}

/**
 * When a dataset with this identifier or uid was unpublished or deleted that everyone could see; undefined where there was none. The service knows it
 * until the dataset is published again or changes its state, and until a deletion expires. Nothing is said about restricted datasets.
 */
export async function readDatasetRemoval(
  { db }: Pick<RequestContext, 'db'>,
  name: string,
): Promise<Removal | undefined> {
  return firstRow<Removal>(
    db,
    sql`select to_char(max(removed_at) at time zone 'UTC', 'YYYY-MM-DD') as "day" from (
      select d.status_since as removed_at from dataset d
        where ${name} in (d.dataset_id, d.uid) and not d.is_published and not d.is_restricted
          and d.status = 'idle' and d.previous_status = 'deleting'
      union all
      select x.deleted_at from deletion x join deleted_row r on r.deletion_uid = x.uid and r.table_name = 'dataset'
        where x.kind = 'dataset' and ${name} in (x.name, x.uid)
          and r.values ->> 'is_published' = 'true' and r.values ->> 'is_restricted' = 'false'
    ) removals having count(*) > 0`,
  );
}
