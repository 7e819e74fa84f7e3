import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { TestApp } from '../support/app.ts';
import { startBuilt, type BuiltProcess, type BuiltScript } from '../support/processes/built-process.ts';

/** Settings beyond those of the application, as in the environment. */
type Settings = Readonly<Record<string, string>>;

/** Starts the worker as it is built and as `npm run worker` starts it, next to an application; it ends with the file's tests. */
export async function startBuiltWorker(app: TestApp, settings: Settings = {}): Promise<ChildProcess> {
  const { child } = startNextTo(app, { script: 'worker', env: settings, flags: ['--max-old-space-size=1024'] });
  await once(child, 'spawn');
  return child;
}

/** A gateway that runs in a process of its own. */
export interface BuiltGateway {
  readonly process: ChildProcess;
  readonly origin: string;
}

/**
 * Starts the gateway as it is built, next to an application and without a worker; it ends with the file's tests. Its heap is small, so
 * that garbage is collected soon and a leak ends the process.
 */
export async function startBuiltGateway(app: TestApp, settings: Settings = {}): Promise<BuiltGateway> {
  const { child, origin } = startNextTo(app, {
    script: 'main',
    env: { HOST: '127.0.0.1', PORT: '0', WORKER: 'off', SEED: 'none', ...settings },
    flags: ['--max-old-space-size=256'],
  });
  return { process: child, origin: await origin() };
}

/** Starts a script with the database and the folder of an application. Its errors are printed. */
function startNextTo(
  { databaseUrl, services: { config } }: TestApp,
  { script, env, flags = [] }: BuiltScript,
): BuiltProcess {
  const started = startBuilt({
    script,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      MALLOC_MMAP_THRESHOLD_: '131072',
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: readFileSync(join(config.dataDir, 'secrets.key'), 'utf8'),
      DATA_DIR: config.dataDir,
      FETCH_ALLOW: config.fetchAllow.join(','),
      LOG_LEVEL: 'warn',
      ...env,
    },
    flags: ['--max-semi-space-size=16', ...flags],
  });
  started.child.stderr?.pipe(process.stderr);
  afterAll(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

/** The most memory that a process has held, in MB; NaN where the system does not tell. */
export const peakOf = (child: ChildProcess): number => memoryOf(child, 'VmHWM');

/** The memory that a process holds now, in MB; NaN where the system does not tell. */
export const memoryNow = (child: ChildProcess): number => memoryOf(child, 'VmRSS');

function memoryOf({ pid }: ChildProcess, line: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
