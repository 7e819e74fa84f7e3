import { isRealtime } from '../../../engine/extractors/services/realtime.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { pushKeyOf } from './push-key.ts';
import { decryptResourceSecrets } from '../resource-secrets.ts';
import type { Resource } from '../resource.type.ts';

/** The address of what has one; of a realtime resource where records are pushed to, with its key, for those who may edit. */
export function urlOf(
  { uid, type, address, pushed }: Pick<Resource, 'uid' | 'type' | 'address' | 'pushed'>,
  app: { readonly secrets: Secrets },
): string | null {
  if (!isRealtime({ type })) return address;
  const key = pushed && pushKeyOf(decryptResourceSecrets(app, { uid, secrets: pushed.secrets }));
  return pushed?.address != null && key != null
    ? `${pushed.address}/api/push/1.0/${pushed.datasetId}/${uid}/push/?pushkey=${key}`
    : null;
}
