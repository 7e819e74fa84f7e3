import { isRealtime } from '#engine/extractors/services/realtime.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { pushKeyOf } from './push-key.ts';
import { decryptResourceSecrets } from '../reading/resource-secrets.ts';
import type { Resource } from '../resource.type.ts';

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
