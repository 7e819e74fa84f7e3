import { checkAll } from '#kernel/check-all.ts';
import type { SentHeader } from '#platform/datasources/authentication.ts';
import { restoreUrlSecrets, extractUrlSecrets } from '../secrets/secret-url.ts';
import { audienceOf, secretsForAudience, type SecretCollector, type StoredSecrets } from '../secrets/stored-secrets.ts';
import { restoreHeaderSecrets } from './connection-access.ts';
import type { HttpHeaderInput } from './connection-settings.inputs.ts';
import type { StoredHeader } from './connection-settings.ts';
import { parseUrl } from './datasource-url.ts';
import { parseHeaders } from './parse-headers.ts';

/** The address of an object in a store, and additional headers, as an input has them. */
interface ObjectInput {
  readonly url?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** A stored object reference, without secrets. */
interface StoredObject {
  readonly url: string;
  readonly headers: StoredHeader[];
}

/** Parses the object reference of an input. Its secrets are sent only to the origin of the address. Fails INVALID_INPUT. */
export function parseObject(
  { url: urlInput, headers: headerInputs }: ObjectInput,
  schemes: readonly string[],
  secrets: SecretCollector,
): StoredObject {
  const audience = audienceOf(urlInput ?? '');
  const [url, headers] = checkAll(
    () =>
      extractUrlSecrets(
        parseUrl(urlInput, 'datasource.url', schemes),
        { prefix: 'url', audience, field: 'datasource.url' },
        secrets,
      ),
    () => parseHeaders(headerInputs ?? [], 'datasource.headers', audience, secrets),
  );
  return { url, headers };
}

/** Adds the secrets to a stored object reference. Fails SOURCE_FAILED when a secret is missing. */
export function restoreObjectSecrets(
  { url, headers }: { readonly url: string; readonly headers: readonly StoredHeader[] },
  secrets: StoredSecrets,
): { readonly url: string; readonly headers: readonly SentHeader[] } {
  const knownSecrets = secretsForAudience(secrets, audienceOf(url));
  return { url: restoreUrlSecrets(url, 'url', knownSecrets), headers: restoreHeaderSecrets(headers, knownSecrets) };
}
