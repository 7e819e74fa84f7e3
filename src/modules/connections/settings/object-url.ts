import { checkAll } from '../../../kernel/check-all.ts';
import type { SentHeader } from '../../../platform/datasources/authentication.ts';
import { restoreUrlSecrets, extractUrlSecrets } from '../secrets/secret-url.ts';
import { audienceOf, secretsForAudience, type SecretCollector, type StoredSecrets } from '../secrets/stored-secrets.ts';
import { restoreHeaderSecrets } from './connection-access.ts';
import type { HttpHeaderInput } from './connection-settings.inputs.ts';
import type { StoredHeader } from './connection-settings.ts';
import { parseUrl } from './datasource-url.ts';
import { parseHeaders } from './parse-headers.ts';

/** An object in a store, by its address, with additional headers. */
interface ObjectInput {
  readonly url?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** A stored object reference, without secrets. */
interface StoredObject {
  readonly url: string;
  readonly headers: StoredHeader[];
}

/** Parses the object reference of an input; its secrets are for the origin of its address. Fails INVALID_INPUT. */
export function parseObject(
  { url: input, headers: list }: ObjectInput,
  schemes: readonly string[],
  secrets: SecretCollector,
): StoredObject {
  const audience = audienceOf(input ?? '');
  const [url, headers] = checkAll(
    () =>
      extractUrlSecrets(
        parseUrl(input, 'datasource.url', schemes),
        { prefix: 'url', audience, field: 'datasource.url' },
        secrets,
      ),
    () => parseHeaders(list ?? [], 'datasource.headers', audience, secrets),
  );
  return { url, headers };
}

/** The object reference with its secrets. Fails SOURCE_FAILED when one is missing. */
export function restoreObjectSecrets(
  { url, headers }: { readonly url: string; readonly headers: readonly StoredHeader[] },
  secrets: StoredSecrets,
): { readonly url: string; readonly headers: readonly SentHeader[] } {
  const known = secretsForAudience(secrets, audienceOf(url));
  return { url: restoreUrlSecrets(url, 'url', known), headers: restoreHeaderSecrets(headers, known) };
}
