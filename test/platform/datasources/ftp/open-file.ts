import { createFtp, type FtpSettings } from '#platform/datasources/ftp.ts';
import type { DatasourceResponse, OpenOptions } from '#platform/datasources/datasource-client.ts';
import type { HostKeys } from '#platform/datasources/file-server.ts';
import { createGuard } from '#platform/fetcher/guard.ts';
import { portsFor } from '../ports.ts';

/** Allows every port of 127.0.0.1 that a data connection may use. */
const open127 = createGuard({ allow: Array.from({ length: 64_512 }, (_none, index) => `127.0.0.1:${index + 1_024}`) });

export const ada = { type: 'basic_auth', username: 'ada', password: 'lovelace' } as const;

interface Visit extends Partial<OpenOptions> {
  readonly auth?: FtpSettings['connection']['auth'];
  readonly relativeUrl?: string;
  readonly owner?: string;
  /** Default: no trusted keys. */
  readonly hostKeys?: HostKeys;
  /** Whether the silence of the server must fail the test soon. */
  readonly isHasty?: boolean;
  /** Pairs that the guard allows; by default every port of 127.0.0.1. */
  readonly allow?: readonly string[];
}

/** In milliseconds: what a server has on a busy machine, and what one has that is to fail. */
const patient = { openMs: 20_000, idleMs: 10_000, totalMs: 25_000 };
const hasty = { openMs: 2_000, idleMs: 500, totalMs: 5_000 };

/** Opens a file on a file server; `isHasty` gives up after half a second of silence. */
export function open(
  url: string,
  { auth = ada, relativeUrl = '', allow, owner = 'dataset', hostKeys, isHasty = false, ...options }: Visit = {},
): Promise<DatasourceResponse | undefined> {
  const ports = { ...portsFor([], allow ? createGuard({ allow }) : open127), ...(hostKeys && { hostKeys }) };
  return createFtp(isHasty ? hasty : patient).openStream(
    { type: 'ftp', connection: { url, auth, owner }, relativeUrl },
    ports,
    { signal: new AbortController().signal, ...options },
  );
}
