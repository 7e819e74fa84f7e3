import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { oncePerRun } from '../database/database.ts';
import { root } from './built-process.ts';

/** Builds the service as `npm run build` does, once for all test files of a run that start its processes. */
export const buildService = (): Promise<void> =>
  oncePerRun('service_build', async () => {
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root });
  });
