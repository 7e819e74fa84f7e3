import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import type { TestApp } from '../support/app.ts';

/** Settings beyond those of the application, as in the environment. */
type Settings = Readonly<Record<string, string>>;

/** Starts the worker as it is built and as `npm run worker` starts it, next to an application; it ends with the file's tests. */
export async function startBuiltWorker(app: TestApp, settings: Settings = {}): Promise<ChildProcess> {
  const worker = spawnBuilt('worker.js', app, settings, ['--max-old-space-size=1024']);
  await once(worker, 'spawn');
  return worker;
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
  const gateway = spawnBuilt(
    'main.js',
    app,
    { HOST: '127.0.0.1', PORT: '0', WORKER: 'off', SEED: 'none', ...settings },
    ['--max-old-space-size=256'],
  );
  return { process: gateway, origin: await printedOrigin(gateway) };
}

/** The address that a gateway prints when it listens. */
function printedOrigin(gateway: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    gateway.stdout?.on('data', (text: Buffer) => {
      printed += String(text);
      const [origin] = /http:\/\/[\w.]+:\d+/.exec(printed) ?? [];
      if (origin !== undefined) resolve(origin);
    });
    gateway.once('exit', () => {
      reject(new Error(`The gateway ended before it listened: ${printed}`));
    });
  });
}

/** Starts a script of `dist`. What it prints is read, or it would wait. */
function spawnBuilt(
  script: string,
  { databaseUrl, services: { config } }: TestApp,
  settings: Settings,
  flags: readonly string[] = [],
): ChildProcess {
  const path = fileURLToPath(new URL(`../../dist/${script}`, import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...flags, path], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      MALLOC_MMAP_THRESHOLD_: '131072',
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: readFileSync(join(config.dataDir, 'secrets.key'), 'utf8'),
      DATA_DIR: config.dataDir,
      FETCH_ALLOW: config.fetchAllow.join(','),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  afterAll(() => {
    child.kill('SIGKILL');
  });
  return child;
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
