import { fileURLToPath } from 'node:url';
import { serviceFlags, serviceSettings } from './service-settings.ts';
import { runProcess, type RunningProcess } from './start-process.ts';

const script = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** A worker process, with the settings of the gateway of the same folder, as `npm run worker` starts it. */
export const startWorker = (databaseUrl: string, folder: string): RunningProcess =>
  runProcess(script, { ...serviceSettings(databaseUrl, folder), LOG_LEVEL: 'warn' }, [
    ...serviceFlags,
    '--max-old-space-size=1024',
  ]);
