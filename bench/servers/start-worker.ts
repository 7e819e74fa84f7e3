import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** A worker process, with the settings of the gateway of the same folder, as `npm run worker` starts it. */
export async function startWorker(databaseUrl: string, folder: string): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', script], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, SECRETS_KEY: '0'.repeat(64), DATA_DIR: join(folder, 'gateway'), LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => { child.kill('SIGKILL'); };
  process.once('exit', end);
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(end, 5_000);
      await ended;
      clearTimeout(late);
      process.off('exit', end);
    },
  };
}
