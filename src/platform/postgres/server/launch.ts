import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { SetupError } from '#platform/setup-error.ts';
import type { PostgresPaths } from '../cluster/paths.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import { serverEnvironment } from './server-settings.ts';
import type { ServerUser } from './server-user.ts';

/** `fast` ends all sessions and writes a checkpoint; `immediate` is a simulated power failure. */
export type StopMode = 'fast' | 'immediate';

/** A server process. */
export interface RunningServer {
  /** Resolves when the process has ended. */
  stop(mode: StopMode): Promise<void>;
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const satisfies Record<StopMode, NodeJS.Signals>;
/** The number of output lines that an error message quotes. */
const MAX_QUOTED_LINES = 20;

/** How a server process is started. */
export interface LaunchOptions extends PostgresPaths {
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: ServerUser;
  readonly log: Log;
}

/**
 * Starts the server and resolves when it accepts connections. Fails with a SetupError that quotes the server's output when the
 * server exits before that. `onLoss` is called when the server exits later without having been stopped.
 */
export async function launch(options: LaunchOptions, onLoss: () => void): Promise<RunningServer> {
  const { cluster, user, log } = options;
  const [program = '', ...args] = [...user.prefix, ...commandOf(options)];
  // The server has its own process group, because Ctrl-C in a terminal must reach only the service, which stops the server last.
  const server = spawn(program, args, {
    ...user.credentials,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = followOutput(server.stderr, log);
  const ended = once(server, 'exit').then(
    () => undefined,
    (error: unknown) => {
      output.lastLines.push(String(error));
    },
  );
  let state: 'starting' | 'ready' | 'stopping' | 'ended' = 'starting';
  const hasEnded = () => state === 'ended';
  void ended.then(() => {
    const isLost = state === 'ready';
    state = 'ended';
    if (isLost) onLoss();
  });

  while (!isReady(cluster, server.pid)) {
    await Promise.race([ended, sleep(10)]);
    if (!hasEnded()) continue;
    // The process may end before its last output is read.
    await Promise.race([output.ended, sleep(1_000)]);
    throw new SetupError(`PostgreSQL did not start on ${cluster}:\n${output.lastLines.join('\n')}`);
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
  const allSettings = Object.entries({ ...settings, unix_socket_directories: socketDir });
  return [
    join(binaries.folder, 'bin', 'postgres'),
    '-D',
    cluster,
    ...allSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const postmaster = readPostmasterPid(cluster);
  return postmaster !== undefined && postmaster.pid === pid && postmaster.isReady;
}

/** Logs the output of the server, and keeps its last lines for an error message. */
function followOutput(stderr: Readable, log: Log): { readonly lastLines: string[]; readonly ended: Promise<unknown> } {
  const lastLines: string[] = [];
  const lines = createInterface({ input: stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > MAX_QUOTED_LINES) lastLines.shift();
    log.debug({ source: 'postgres' }, line);
  });
  return { lastLines, ended: once(lines, 'close') };
}
