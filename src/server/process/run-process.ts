import { parseArgs, styleText } from 'node:util';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog, type Log } from '#platform/log.ts';
import { SetupError } from '#platform/system-errors.ts';

/** The settings, the log and the open resources of a process. */
interface ProcessParts {
  readonly config: Config;
  readonly log: Log;
  /** Open resources, closed in reverse order when the process ends. */
  readonly opened: AsyncDisposableStack;
}

/** How long a shutdown may take after a signal, and after an unexpected error. */
const shutdownTimeoutMs = { signal: 60_000, failure: 5_000 };

/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it: a second signal within this time is a duplicate. */
const duplicateSignalMs = 1_000;

/**
 * Runs the service as a process. SIGINT and SIGTERM shut it down; a second signal exits at once. A SetupError is printed without a
 * stack, any other error is logged; both exit with code 1.
 */
export async function runProcess(start: (parts: ProcessParts) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = createLog({ level: config.logLevel });
    const opened = new AsyncDisposableStack();
    const shutDown = createShutdown(opened, log);
    shutDownOnSignals(shutDown, log);
    process.on('uncaughtException', (error) => {
      shutDown(error, shutdownTimeoutMs.failure);
    });
    await start({ config, log, opened }).catch((error: unknown) => {
      shutDown(error, shutdownTimeoutMs.failure);
    });
  } catch (error) {
    printError(error);
    process.exit(1);
  }
}

type Shutdown = (failure: unknown, timeoutMs: number) => void;

/** Creates the function that ends the process, with or without an error; further calls are ignored. */
function createShutdown(opened: AsyncDisposableStack, log: Log): Shutdown {
  let isShuttingDown = false;
  return (failure, timeoutMs) => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    if (failure instanceof SetupError) printError(failure);
    else if (failure !== undefined) log.fatal({ err: failure }, 'The process ends because of an unexpected error.');
    setTimeout(() => {
      log.error(`The process did not shut down within ${timeoutMs / 1000} seconds.`);
      process.exit(1);
    }, timeoutMs).unref();
    opened.disposeAsync().then(
      () => process.exit(failure === undefined ? 0 : 1),
      (error: unknown) => {
        log.error({ err: error }, 'The process could not close all resources.');
        process.exit(1);
      },
    );
  };
}

function shutDownOnSignals(shutDown: Shutdown, log: Log): void {
  let firstSignalAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (firstSignalAt === undefined) log.info({ signal }, 'The process ends after the work in progress.');
      else if (performance.now() - firstSignalAt > duplicateSignalMs) process.exit(1);
      firstSignalAt ??= performance.now();
      shutDown(undefined, shutdownTimeoutMs.signal);
    });
  }
}

/** A SetupError has a message for users; any other error is shown with its stack. */
function textOf(error: unknown): string {
  if (error instanceof SetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function printError(error: unknown): void {
  const text = textOf(error);
  process.stderr.write(`${styleText('red', text, { stream: process.stderr })}\n`);
}

/** The one argument of a command: a folder. Fails with a SetupError that has the usage. */
export function folderArgument(usage: string): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const [folder, ...others] = positionals;
    if (folder !== undefined && others.length === 0) return folder;
  } catch {
    // an unknown option
  }
  throw new SetupError(usage);
}
