import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { SetupError } from '../../setup-error.ts';
import { systemErrorCode } from '../../system-error-code.ts';
import { readIfThere, readPostmasterPid } from './postmaster-pid.ts';

const PATIENCE = 60_000;

/**
 * Ends a server that a killed process left on the cluster, so that the new one belongs to this process again.
 * Only the holder of the folder's lock may call this. Removes a pid file whose number now names something else,
 * which PostgreSQL would take for a running server.
 */
export async function stopOrphanedServer(cluster: string, log: Log): Promise<void> {
  const left = readPostmasterPid(cluster);
  if (!left) return;
  if (!isServerOf(cluster, left.pid)) return rmSync(join(cluster, 'postmaster.pid'), { force: true });
  log.info({ pid: left.pid }, 'Stopping the PostgreSQL server that an earlier process left');
  interrupt(left.pid);
  for (const end = Date.now() + PATIENCE; isServerOf(cluster, left.pid); await sleep(20)) {
    if (Date.now() > end)
      throw new SetupError(`The PostgreSQL server ${left.pid} on ${cluster} does not stop; end it by hand.`);
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  const commandLine =
    process.platform === 'linux'
      ? readIfThere(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return commandLine?.includes(cluster) ?? false;
}
