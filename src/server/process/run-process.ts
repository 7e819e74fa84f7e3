import { styleText } from 'node:util';
import { readConfig, type Config } from '../../platform/config.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { SetupError } from '../../platform/setup-error.ts';

/** What a process of the service starts with. */
export interface ProcessParts {
  readonly config: Config;
  readonly log: Log;
  /** What has been opened: closed in the reverse order when the process ends. */
  readonly opened: AsyncDisposableStack;
}

/** How long the end may take, in milliseconds: after a signal, and after a failure that nobody foresaw. */
const drain = { signal: 60_000, failure: 5_000 };

/** A terminal sends Ctrl-C to npm and to this process, and npm passes it on: what follows so soon is the same one. */
const echo = 1_000;

/**
 * Runs the service as a process. SIGINT and SIGTERM close what has been opened and end it; a second signal ends it at
 * once. A SetupError ends it with its message alone, any other failure is logged; both with exit code 1.
 */
export async function runProcess(start: (parts: ProcessParts) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLog({ level: config.logLevel });
    const opened = new AsyncDisposableStack();
    const end = ending(opened, log);
    endWithSignals(end, log);
    process.on('uncaughtException', (error) => {
      end(error, drain.failure);
    });
    await start({ config, log, opened }).catch((error: unknown) => {
      end(error, drain.failure);
    });
  } catch (error) {
    tell(error);
    process.exit(1);
  }
}

type End = (failure: unknown, limit: number) => void;

/** A function that ends the process, with a failure or without one; called again, it changes nothing. */
function ending(opened: AsyncDisposableStack, log: Log): End {
  let begun = false;
  return (failure, limit) => {
    // what fails while everything is being closed is of no consequence
    if (begun) return;
    begun = true;
    if (failure instanceof SetupError) tell(failure);
    else if (failure !== undefined) log.fatal({ err: failure }, 'The process ends because of an unforeseen failure.');
    setTimeout(() => {
      log.error(`The process did not come to its end within ${limit / 1000} seconds.`);
      process.exit(1);
    }, limit).unref();
    opened.disposeAsync().then(
      () => process.exit(failure === undefined ? 0 : 1),
      (error: unknown) => {
        log.error({ err: error }, 'The process could not close everything.');
        process.exit(1);
      },
    );
  };
}

function endWithSignals(end: End, log: Log): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first === undefined) log.info({ signal }, 'The process ends when what is in progress is done.');
      else if (performance.now() - first > echo) process.exit(1);
      first ??= performance.now();
      end(undefined, drain.signal);
    });
  }
}

function tell(error: unknown): void {
  const text =
    error instanceof SetupError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${styleText('red', text, { stream: process.stderr })}\n`);
}
