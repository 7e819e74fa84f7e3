import { isRealtime, realtime } from '#engine/extractors/services.ts';
import type { Secrets } from '#platform/secrets.ts';
import { decryptResourceSecrets, isPushKey, pushKeyOf, pushSecrets, resourceSecretRecord } from './resource-secrets.ts';
import type { Resource } from './resource.type.ts';
import type { RequestContext } from '#api/context.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { encryptSecrets } from '#connections/index.ts';
import { changeDataset } from '#datasets/index.ts';
import { findRealtimeResource } from './realtime-log.ts';
import type { ResourceEntity } from './resource.entity.ts';
import type { ResourceActionInput } from './resource.inputs.ts';

/** The URL of a resource. For a realtime resource it is the push URL, which contains the push key; it is null for callers who may not edit. */
export function buildResourceUrl(
  { uid, type, address, pushUrlParts }: Pick<Resource, 'uid' | 'type' | 'address' | 'pushUrlParts'>,
  app: { readonly secrets: Secrets },
): string | null {
  if (!isRealtime({ type })) return address;
  const key = pushUrlParts && pushKeyOf(decryptResourceSecrets(app, { uid, secrets: pushUrlParts.secrets }));
  return pushUrlParts?.address != null && key != null
    ? `${pushUrlParts.address}/api/push/1.0/${pushUrlParts.datasetId}/${uid}/push/?pushkey=${key}`
    : null;
}

/** The resource that a push request names, and the push key that the request sends. */
interface PushTarget {
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

/** Makes a realtime resource accept or refuse records; returns its uid. */
export const setResourceEnabled = (
  ctx: RequestContext,
  input: ResourceActionInput,
  isEnabled: boolean,
): Promise<string> =>
  changeRealtimeResource(ctx, input, (resource) => {
    resource.params = { ...resource.params, is_enabled: isEnabled };
  });

/** Replaces the push key of a realtime resource; the old key stops working at once. Returns the resource's uid. */
export const renewPushKey = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  changeRealtimeResource(ctx, input, (resource) => {
    resource.secrets = encryptSecrets(ctx.app.secrets, pushSecrets(), resourceSecretRecord(resource.uid));
  });

/** Changes a realtime resource and returns its uid. */
const changeRealtimeResource = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
  change: (resource: ResourceEntity) => void,
): Promise<string> =>
  changeDataset(
    ctx,
    datasetUid,
    {
      sections: ['data'],
      unlistedSections: ['resources'],
      expectedRevision,
      read: (tx) => findRealtimeResource(tx, datasetUid, uid),
    },
    (tx, _dataset, resource) => {
      change(resource);
      resource.updatedAt = tx.app.clock.now();
      return uid;
    },
  );
