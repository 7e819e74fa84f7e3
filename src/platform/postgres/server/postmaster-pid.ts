import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '#platform/system-error-code.ts';

/** The state that a server writes into its data folder. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid` of a cluster; undefined when it is missing or incomplete. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  const lines = readFileIfExists(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const [pid, , , port, socketDir = '', , , status] = lines.map((line) => line.trim());
  if (!/^\d+$/.test(pid ?? '')) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, isReady: status === 'ready' };
}

/** The text of a file; undefined when it does not exist. */
export function readFileIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // reading /proc of a process that has just ended gives ESRCH
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}
