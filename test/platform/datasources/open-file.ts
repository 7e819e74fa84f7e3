import { createFtp } from '../../../src/platform/datasources/ftp.ts';
import type { OpenContent, OpenOptions } from '../../../src/platform/datasources/datasource.ts';
import type { HostKeys } from '../../../src/platform/datasources/host-keys.ts';
import type { FtpSettings } from '../../../src/platform/datasources/settings.ts';
import { createGuard } from '../../../src/platform/fetcher/guard.ts';
import { portsFor } from './ports.ts';

/** Lets through every port of 127.0.0.1 that a data connection may use. */
const open127 = createGuard({ allow: Array.from({ length: 64_512 }, (_none, at) => `127.0.0.1:${at + 1_024}`) });

export const ada = { type: 'basic_auth', username: 'ada', password: 'lovelace' } as const;

interface Visit extends Partial<OpenOptions> {
  readonly auth?: FtpSettings['connection']['auth'];
  readonly relativeUrl?: string;
  readonly owner?: string;
  /** None is remembered unless told. */
  readonly hostKeys?: HostKeys;
  /** Pairs that the guard lets through; every port of 127.0.0.1 unless told. */
  readonly allow?: readonly string[];
}

/** Opens a file on a file server, within half a second of silence and two seconds in all before it begins. */
export function open(url: string, { auth = ada, relativeUrl = '', allow, owner = 'dataset', hostKeys, ...options }: Visit = {}): Promise<OpenContent | undefined> {
  const ports = { ...portsFor([], allow ? createGuard({ allow }) : open127), ...hostKeys && { hostKeys } };
  const times = { opening: 2_000, idle: 500, total: 5_000 };
  return createFtp(times).open({ type: 'ftp', connection: { url, auth, owner }, relativeUrl }, ports, { signal: new AbortController().signal, ...options });
}
