import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import type { TestApp } from '../support/app.ts';

const script = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** Starts the worker as it is built and as `npm run worker` starts it, next to an application; it ends with the file's tests. */
export async function startBuiltWorker(
  { databaseUrl, services: { config } }: TestApp,
  settings: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--max-semi-space-size=16', '--max-old-space-size=1024', script], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: readFileSync(join(config.dataDir, 'secrets.key'), 'utf8'),
      DATA_DIR: config.dataDir,
      FETCH_ALLOW: config.fetchAllow.join(','),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  afterAll(() => {
    worker.kill('SIGKILL');
  });
  await once(worker, 'spawn');
  return worker;
}

/** The most memory that a process has held, in MB; NaN where the system does not tell. */
export function peakOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
