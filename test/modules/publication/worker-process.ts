import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import type { TestApp } from '#test/support/app.ts';
import { buildService } from '#test/support/processes/build-service.ts';
import { root } from '#test/support/processes/built-process.ts';

const endWithParent = fileURLToPath(new URL('./end-with-parent.js', import.meta.url));

beforeAll(buildService, 120_000);

const started: ChildProcess[] = [];
afterAll(() => {
  for (const worker of started) worker.kill('SIGKILL');
});

/** Starts a worker as it is built, next to an application and as a process of its own; it ends with the file's tests at the latest. Settings are as in the environment. */
export function startWorker(
  { databaseUrl, services: { config } }: TestApp,
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const worker = fork(join(root, 'dist/worker.js'), {
    execArgv: ['--import', endWithParent],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: settings['SECRETS_KEY'] ?? readFileSync(join(config.dataDir, 'secrets.key'), 'utf8'),
      DATA_DIR: config.dataDir,
      FETCH_ALLOW: config.fetchAllow.join(','),
      LOG_LEVEL: 'fatal',
      ...settings,
    },
  });
  started.push(worker);
  return worker;
}

/** Ends a worker with a signal and answers its exit code, null when the signal ended it. */
export async function endWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const exit = once(worker, 'exit');
  worker.kill(signal);
  const [code]: (number | null)[] = await exit;
  return code ?? null;
}

/**
 * Kills the only worker of an application. Another worker takes its job at once, as it does when ten seconds have passed since the last heartbeat
 * (pg-boss-queue.test.ts waits until a lost job is found).
 */
export async function killWorker({ services }: TestApp, worker: ChildProcess): Promise<void> {
  await endWorker(worker, 'SIGKILL');
  await services.db.rows(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
}
