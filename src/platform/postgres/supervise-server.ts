import { setTimeout as sleep } from 'node:timers/promises';
import {
  launch,
  type LaunchOptions,
  readFileIfExists,
  readPostmasterPid,
  type RunningServer,
  type StopMode,
  SUPERUSER,
} from './launch-server.ts';
import { spawnSync } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { SetupError, systemErrorCode } from '../system-errors.ts';

/** A server that is restarted after a crash. */
interface SupervisedServer {
  /** Stops the server and starts it again. */
  restart(mode?: StopMode): Promise<void>;
  stop(mode: StopMode): Promise<void>;
}

const RETRY_PAUSE_MS = 500;

/** Starts a server and restarts it whenever it exits without having been stopped. Fails when the first start fails. */
export async function superviseServer(options: LaunchOptions): Promise<SupervisedServer> {
  let isStopping = false;
  let current: Promise<RunningServer> = launch(options, restartAfterCrash);
  await current;

  function restartAfterCrash(): void {
    options.log.error('PostgreSQL crashed; restarting it');
    current = launchWithRetries();
  }

  async function launchWithRetries(): Promise<RunningServer> {
    for (;;) {
      try {
        return await launch(options, restartAfterCrash);
      } catch (error) {
        // the processes of a killed server may hold its shared memory for a moment
        options.log.error({ err: error }, 'PostgreSQL does not start; retrying');
        if (isStopping) throw error;
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }

  return {
    async restart(mode = 'fast') {
      await (await current).stop(mode);
      current = launch(options, restartAfterCrash);
      await current;
    },
    async stop(mode) {
      isStopping = true;
      const server = await current.catch(() => undefined);
      await server?.stop(mode);
    },
  };
}

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

/** The URL of the server that a gateway runs in a data folder, for a worker process; undefined when none runs. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const server = readPostmasterPid(join(realpathSync(dataDir), 'postgres'));
  return server?.isReady ? `postgres://${SUPERUSER}@${encodeURIComponent(server.socketDir)}/postgres` : undefined;
}
