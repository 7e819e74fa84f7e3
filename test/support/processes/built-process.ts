import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How a script of `dist` is started. */
export interface BuiltScript {
  readonly script: 'main' | 'worker' | 'migrate';
  /** The environment, in addition to the PATH of the tests. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options of Node. Default: none. */
  readonly flags?: readonly string[];
  /** The folder of the version that is started. Default: this project. */
  readonly folder?: string;
}

/** A process that runs a script of `dist`. Whoever starts it must end it. */
export interface BuiltProcess {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly printed: () => string;
  /** Resolves with its exit code when it has ended and all that it printed is read. */
  readonly ended: Promise<number | null>;
  /** Resolves with the address of a gateway, once it has printed all its addresses and listens. Rejects when it ends before. */
  readonly origin: () => Promise<string>;
  /** Sends a signal, and resolves as `ended` does. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a script of `dist`. What it prints is read, or it would wait. */
export function startBuilt({ script, env, flags = [], folder = root }: BuiltScript): BuiltProcess {
  const child = spawn(process.execPath, [...flags, join(folder, 'dist', `${script}.js`)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const listening = Promise.withResolvers<string>();
  // Not every caller asks for the origin.
  listening.promise.catch(() => undefined);
  let isListening = false;
  const read = (part: Buffer) => {
    printed += String(part);
    if (isListening || !printed.includes('/readyz')) return;
    isListening = true;
    listening.resolve(/GraphQL +(http\S+)\/graphql/.exec(printed)?.[1] ?? '');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  void ended.then(() => {
    listening.reject(new Error(`The process ended before it listened: ${printed}`));
  });
  return {
    child,
    printed: () => printed,
    ended,
    origin: () => listening.promise,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
