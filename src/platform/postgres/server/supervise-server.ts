import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type LaunchOptions, type RunningServer, type StopMode } from './launch.ts';

/** A server that is there again after a crash. */
export interface SupervisedServer {
  restart(mode?: StopMode): Promise<void>;
  stop(mode: StopMode): Promise<void>;
}

const PAUSE = 500;

/** Starts a server, and again whenever it ends without having been stopped. Fails when the first start fails. */
export async function superviseServer(options: LaunchOptions): Promise<SupervisedServer> {
  let wanted = true;
  let current: Promise<RunningServer> = launch(options, restartRun);
  await current;

  function restartRun(): void {
    options.log.error('PostgreSQL ended by itself; starting it again');
    current = untilStarted();
  }

  async function untilStarted(): Promise<RunningServer> {
    for (;;) {
      try {
        return await launch(options, restartRun);
      } catch (error) {
        // The processes of a killed server may hold its memory for a moment more.
        options.log.error({ err: error }, 'PostgreSQL does not start; trying again');
        if (!wanted) throw error;
        await sleep(PAUSE);
      }
    }
  }

  return {
    async restart(mode = 'fast') {
      await (await current).stop(mode);
      current = launch(options, restartRun);
      await current;
    },
    async stop(mode) {
      wanted = false;
      const server = await current.catch(() => undefined);
      await server?.stop(mode);
    },
  };
}
