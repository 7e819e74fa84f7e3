import { CatalogError } from '#kernel/fail.ts';
import type { HostKeys } from './host-keys.ts';
import type { RemoteFile } from './parse-remote-file.ts';

/**
 * Checks the key of an SSH server. Fails SOURCE_FAILED when the key differs from the key in the URL or, for a URL without a key, from the
 * trusted key. A key in the URL becomes the trusted key, so that the user can remove it from the URL later.
 */
export async function checkHostKey(
  hostKeys: HostKeys,
  { host, port, hostKey }: RemoteFile,
  owner: string,
  found: string,
): Promise<void> {
  const server = { owner, address: `${host}:${String(port)}` };
  if (hostKey === null) {
    const trusted = await hostKeys.getOrTrust(server, found);
    if (trusted !== found) throw changedKey(host, trusted, found);
  } else {
    if (hostKey !== found) throw mismatchedKey(host, found);
    await hostKeys.trust(server, found);
  }
}

const changedKey = (host: string, known: string, found: string) =>
  new CatalogError('SOURCE_FAILED', {
    reason:
      `${host} had the SSH key SHA256:${known} before, and has SHA256:${found} now. Find out whether it was changed on purpose; if so, append ` +
      `?host_key=SHA256:${found} to the address of the connection.`,
  });

const mismatchedKey = (host: string, found: string) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} has the SSH key SHA256:${found}, not the one in the address. Find out whether it was changed on purpose.`,
  });
