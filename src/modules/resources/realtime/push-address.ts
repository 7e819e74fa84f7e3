import { isRealtime } from '../../../engine/extractors/services/realtime.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { pushKeyOf } from './push-key.ts';
import { decryptResourceSecrets } from '../resource-secrets.ts';
import type { Resource } from '../resource.type.ts';

/** The URL of a resource; of a realtime resource its push URL, which contains the push key and is for editors only. */
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
