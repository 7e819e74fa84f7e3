import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll } from '@jest/globals';
import { buildService } from '../support/processes/build-service.ts';
import { root, startBuilt, type BuiltProcess } from '../support/processes/built-process.ts';

/** How long a test of processes may take. */
export const patience = 120_000;

/** Has the service built before a file's tests. The processes that they start end with them, and their folders go. */
export function builtProcesses() {
  const folders: string[] = [];
  const processes: BuiltProcess[] = [];
  beforeAll(buildService, patience);
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    // a database server whose gateway was killed takes a moment to notice
    await wait(500);
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }, patience);

  return {
    /** A new folder for data, which every user may enter. */
    newFolder: async (): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), 'catalograph-process-'));
      await chmod(folder, 0o711);
      folders.push(folder);
      return folder;
    },

    /** Starts a script of `dist`, here or in the folder of another version, and waits until it accepts requests or ends. */
    start: async (env: Readonly<Record<string, string>>, script: 'main' | 'migrate' = 'main', folder = root) => {
      const started = startBuilt({
        script,
        env: { HOST: '127.0.0.1', PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', ...env },
        folder,
      });
      processes.push(started);
      const url = await started.origin().catch(() => '');
      const { printed: said, ended, end } = started;
      return { said, url, key: /API key +(\S+)/.exec(said())?.[1], ended, end };
    },
  };
}
