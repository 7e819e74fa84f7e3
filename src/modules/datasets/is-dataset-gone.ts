import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';

/**
 * Whether everyone could see a dataset with this identifier or uid that has been unpublished or deleted since. The service knows it until the dataset
 * is published again or changes its state, and until a deletion expires. Nothing is said about restricted datasets.
 */
export async function isDatasetGone({ db }: Pick<RequestContext, 'db'>, name: string): Promise<boolean> {
  const found = await firstRow<{ isGone: boolean }>(
    db,
    sql`select exists (
      select from dataset d
        where ${name} in (d.dataset_id, d.uid) and not d.is_published and not d.is_restricted
          and d.status = 'idle' and d.previous_status = 'deleting'
      union all
      select from deletion x join deleted_row r on r.deletion_uid = x.uid and r.table_name = 'dataset'
        where x.kind = 'dataset' and ${name} in (x.name, x.uid)
          and r.values ->> 'is_published' = 'true' and r.values ->> 'is_restricted' = 'false'
    ) as "isGone"`,
  );
  return found?.isGone === true;
}
