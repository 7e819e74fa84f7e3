import type { HostKeys, SshHost } from '#platform/datasources/file-server.ts';

/** Trusted host keys in memory. */
export function hostKeysInMemory(): HostKeys {
  const keys = new Map<string, string>();
  const nameOf = ({ owner, address }: SshHost) => `${owner} ${address}`;
  return {
    async getOrTrust(host, found) {
      if (!keys.has(nameOf(host))) keys.set(nameOf(host), found);
      return keys.get(nameOf(host)) ?? found;
    },
    async trust(host, fingerprint) {
      keys.set(nameOf(host), fingerprint);
    },
  };
}
