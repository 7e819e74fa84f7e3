import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { SetupError } from '../../setup-error.ts';
import type { PostgresPaths } from '../cluster/paths.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import { serverEnvironment } from './server-settings.ts';
import type { ServerUser } from './server-user.ts';

/** `fast` ends all sessions and writes everything; `immediate` is as if the power failed. */
export type StopMode = 'fast' | 'immediate';

/** A server process. */
export interface RunningServer {
  /** Resolves when the process has ended. */
  stop(mode: StopMode): Promise<void>;
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const satisfies Record<StopMode, NodeJS.Signals>;
const TOLD_LINES = 20;

/** What a server process needs. */
export interface LaunchOptions extends PostgresPaths {
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: ServerUser;
  readonly log: Log;
}

/**
 * Starts the server and resolves when it takes connections; fails with a SetupError that quotes it when it ends before.
 * `onLoss` is called when it ends later without having been stopped.
 */
export async function launch(options: LaunchOptions, onLoss: () => void): Promise<RunningServer> {
  const { cluster, user, log } = options;
  const [program = '', ...args] = [...user.prefix, ...commandOf(options)];
  // A process group of its own: Ctrl-C in a terminal is for the service, which then stops the server last.
  const server = spawn(program, args, {
    ...user.credentials,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = follow(server.stderr, log);
  const ended = once(server, 'exit').then(
    () => undefined,
    (error: unknown) => {
      told.push(String(error));
    },
  );
  let state: 'starting' | 'ready' | 'stopping' | 'ended' = 'starting';
  const hasEnded = () => state === 'ended';
  void ended.then(() => {
    const lost = state === 'ready';
    state = 'ended';
    if (lost) onLoss();
  });

  while (!isReady(cluster, server.pid)) {
    await Promise.race([ended, sleep(10)]);
    if (hasEnded()) throw new SetupError(`PostgreSQL did not start on ${cluster}:\n${told.join('\n')}`);
  }
  state = 'ready';
  return {
    async stop(mode) {
      if (hasEnded()) return;
      state = 'stopping';
      server.kill(signals[mode]);
      await ended;
    },
  };
}

function commandOf({ binaries, cluster, socketDir, settings }: LaunchOptions): string[] {
  const all = Object.entries({ ...settings, unix_socket_directories: socketDir });
  return [
    join(binaries.folder, 'bin', 'postgres'),
    '-D',
    cluster,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const told = readPostmasterPid(cluster);
  return told !== undefined && told.pid === pid && told.ready;
}

/** Logs what the server says; gives the last lines of it. */
function follow(output: Readable, log: Log): string[] {
  const told: string[] = [];
  createInterface({ input: output }).on('line', (line) => {
    told.push(line);
    if (told.length > TOLD_LINES) told.shift();
    log.debug({ source: 'postgres' }, line);
  });
  return told;
}
