import type { RequestContext } from '#api/context.ts';
import { encryptSecrets } from '#connections/index.ts';
import { changeDataset } from '#datasets/index.ts';
import { findRealtimeResource } from './find-realtime-resource.ts';
import { pushSecrets } from './push-key.ts';
import type { ResourceEntity } from '../resource.entity.ts';
import type { ResourceActionInput } from '../resource.inputs.ts';
import { resourceSecretRecord } from '../reading/resource-secrets.ts';

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
