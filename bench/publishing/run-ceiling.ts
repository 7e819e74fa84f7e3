import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The seconds that a load took: until all rows were copied, until the indexes were created, and of its own process. */
export interface LoadTimes {
  readonly loadSeconds: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const script = fileURLToPath(new URL('ceiling-process.ts', import.meta.url));

/** Loads a CSV through csv-parse and COPY, in a process of its own. */
export async function runCeiling(csv: string, databaseUrl: string): Promise<LoadTimes> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, CSV: csv, DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout) as LoadTimes;
}
