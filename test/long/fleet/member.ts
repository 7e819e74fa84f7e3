import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';

/** A process of a fleet, which can end and start again. */
export interface Member {
  /** The address at which a gateway listens; undefined for a worker, and while the gateway does not run. */
  readonly origin: string | undefined;
  /** Starts the process; a gateway then accepts requests. */
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A process that runs a script of `dist`, until the tests of the file end. */
export function fleetMember(script: 'main' | 'worker', env: Readonly<Record<string, string>>): Member {
  const path = fileURLToPath(new URL(`../../../dist/${script}.js`, import.meta.url));
  let running: ChildProcess | undefined;
  let origin: string | undefined;
  afterAll(() => {
    running?.kill('SIGKILL');
  });
  return {
    get origin() {
      return origin;
    },
    async start() {
      const started = spawn(process.execPath, ['--max-semi-space-size=16', path], {
        env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running = started;
      started.stdout.resume();
      if (script === 'main') origin = await printedOrigin(started);
      else await once(started, 'spawn');
    },
    async end(signal) {
      if (!running) return;
      const exit = once(running, 'exit');
      running.kill(signal);
      await exit;
      [running, origin] = [undefined, undefined];
    },
  };
}

/** The address that a gateway prints when it accepts requests. */
function printedOrigin(gateway: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    gateway.stdout?.on('data', (text: Buffer) => {
      printed += String(text);
      const [, address] = /GraphQL +(http\S+)\/graphql/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    gateway.once('exit', () => {
      reject(new Error(`The gateway ended before it listened: ${printed}`));
    });
  });
}
