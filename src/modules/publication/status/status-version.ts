import type { Platform } from '../../../api/platform.ts';
import { createBatchLoader } from '../../../kernel/batch-loader.ts';
import { sql } from '../../../kernel/sql.ts';
import type { DatabaseClient } from '../../../platform/database/database-client.ts';

type Lookup = (datasetUid: string) => Promise<string | undefined>;

const lookups = new WeakMap<Platform, Lookup>();

/**
 * The version of the rows that a dataset's status is read from. Any change of the status changes the version. Undefined when the
 * dataset was deleted. Calls made together share one statement.
 */
export function statusVersion(app: Platform, datasetUid: string): Promise<string | undefined> {
  const lookup = lookups.get(app) ?? createBatchLoader((uids) => versionsOf(app.db, uids));
  lookups.set(app, lookup);
  return lookup(datasetUid);
}

/** A version consists of the `xmin` of the rows: the transaction that wrote each row last. */
async function versionsOf(db: DatabaseClient, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ uid: string; version: string }>(sql`
    select d.uid, concat_ws(' ', d.xmin, r.xmin) as version
    from dataset d left join publication_run r on r.dataset_uid = d.uid where d.uid = any(${uids}::text[])`);
  return new Map(rows.map(({ uid, version }) => [uid, version]));
}
