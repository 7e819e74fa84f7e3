import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type LaunchOptions, type RunningServer, type StopMode } from './launch.ts';

/** A server that is restarted after a crash. */
export interface SupervisedServer {
  /** Stops the server and starts it again. */
  restart(mode?: StopMode): Promise<void>;
  stop(mode: StopMode): Promise<void>;
}

const RETRY_PAUSE_MS = 500;

/** Starts a server and restarts it whenever it exits without having been stopped. Fails when the first start fails. */
export async function superviseServer(options: LaunchOptions): Promise<SupervisedServer> {
  let isStopping = false;
  let current: Promise<RunningServer> = launch(options, restartAfterCrash);
  await current;

  function restartAfterCrash(): void {
    options.log.error('PostgreSQL crashed; restarting it');
    current = launchWithRetries();
  }

  async function launchWithRetries(): Promise<RunningServer> {
    for (;;) {
      try {
        return await launch(options, restartAfterCrash);
      } catch (error) {
        // the processes of a killed server may hold its shared memory for a moment
        options.log.error({ err: error }, 'PostgreSQL does not start; retrying');
        if (isStopping) throw error;
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }

  return {
    async restart(mode = 'fast') {
      await (await current).stop(mode);
      current = launch(options, restartAfterCrash);
      await current;
    },
    async stop(mode) {
      isStopping = true;
      const server = await current.catch(() => undefined);
      await server?.stop(mode);
    },
  };
}
