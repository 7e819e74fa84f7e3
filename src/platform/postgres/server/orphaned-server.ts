import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { SetupError } from '#platform/setup-error.ts';
import { systemErrorCode } from '#platform/system-error-code.ts';
import { readFileIfExists, readPostmasterPid } from './postmaster-pid.ts';

const STOP_TIMEOUT_MS = 60_000;

/**
 * Stops a server whose parent process was killed, so that this process can start its own. The caller holds the lock of the folder.
 * Also removes a pid file whose number now belongs to another program, because PostgreSQL would take that program for a running server.
 */
export async function stopOrphanedServer(cluster: string, log: Log): Promise<void> {
  const orphan = readPostmasterPid(cluster);
  if (!orphan) return;
  if (!isServerOf(cluster, orphan.pid)) return rmSync(join(cluster, 'postmaster.pid'), { force: true });
  log.info({ pid: orphan.pid }, 'Stopping the PostgreSQL server of an earlier process');
  interrupt(orphan.pid);
  for (const end = Date.now() + STOP_TIMEOUT_MS; isServerOf(cluster, orphan.pid); await sleep(20)) {
    if (Date.now() > end)
      throw new SetupError(`The PostgreSQL server ${orphan.pid} on ${cluster} does not stop; stop it manually.`);
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
      ? readFileIfExists(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return commandLine?.includes(cluster) ?? false;
}
