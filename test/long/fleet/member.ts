import { once } from 'node:events';
import { afterAll } from '@jest/globals';
import { startBuilt, type BuiltProcess } from '#test/support/processes/built-process.ts';

/** A process of a fleet, which can end and start again. */
export interface Member {
  /** The address at which a gateway listens; undefined for a worker, and while the gateway does not run. */
  readonly origin: string | undefined;
  /** Starts the process; a gateway then accepts requests. */
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A process that runs a script of `dist`, until the tests of the file end. Its errors are printed. */
export function fleetMember(script: 'main' | 'worker', env: Readonly<Record<string, string>>): Member {
  let running: BuiltProcess | undefined;
  let origin: string | undefined;
  afterAll(() => {
    running?.child.kill('SIGKILL');
  });
  return {
    get origin() {
      return origin;
    },
    async start() {
      running = startBuilt({ script, env: { LOG_LEVEL: 'error', ...env }, flags: ['--max-semi-space-size=16'] });
      running.child.stderr?.pipe(process.stderr);
      if (script === 'main') origin = await running.origin();
      else await once(running.child, 'spawn');
    },
    async end(signal) {
      await running?.end(signal);
      [running, origin] = [undefined, undefined];
    },
  };
}
