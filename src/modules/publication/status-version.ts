import type { Platform } from '../../api/platform.ts';
import { batched } from '../../kernel/batched.ts';
import { sql } from '../../kernel/sql.ts';
import type { DatabaseClient } from '../../platform/database/database-client.ts';

type LookUp = (datasetUid: string) => Promise<string | undefined>;

const lookUps = new WeakMap<Platform, LookUp>();

/**
 * The version of the rows that a dataset's status is told from: another one after every change of theirs; undefined when the
 * dataset is gone. Whoever asks at the same moment is answered by the same statement.
 */
export function statusVersion(app: Platform, datasetUid: string): Promise<string | undefined> {
  const lookUp = lookUps.get(app) ?? batched((uids) => versionsOf(app.db, uids));
  lookUps.set(app, lookUp);
  return lookUp(datasetUid);
}

/** PostgreSQL names in `xmin` the transaction that a row is as it left it. */
async function versionsOf(db: DatabaseClient, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ uid: string; version: string }>(sql`
    select d.uid, concat_ws(' ', d.xmin, o.xmin) as version
    from dataset d left join publication_order o on o.dataset_uid = d.uid where d.uid = any(${uids}::text[])`);
  return new Map(rows.map(({ uid, version }) => [uid, version]));
}
