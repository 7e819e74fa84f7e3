import type { RequestContext } from '#api/context.ts';
import { realtime } from '#engine/extractors/services/realtime.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isPushKey } from './push-key.ts';
import { decryptResourceSecrets } from '../reading/resource-secrets.ts';

/** The resource that a push request names, and the push key that the request sends. */
export interface PushTarget {
  readonly datasetId: string;
  readonly resourceUid: string;
  readonly pushKey: string;
}

/** The realtime resource of a push request; undefined when it does not exist or the push key is wrong. */
export async function findPushTarget(
  { db, app }: RequestContext,
  { datasetId, resourceUid, pushKey }: PushTarget,
): Promise<{ readonly params: JsonObject } | undefined> {
  const found = await firstRow<{ uid: string; params: JsonObject; secrets: string | null }>(
    db,
    sql`
    select r.uid, r.params, r.secrets from resource r join dataset d on d.uid = r.dataset_uid
    where d.dataset_id = ${datasetId} and r.uid = ${resourceUid} and r.type = ${realtime.type}`,
  );
  return found && isPushKey(pushKey, decryptResourceSecrets(app, found)) ? found : undefined;
}
