import type { Services } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';

/** The streams of records that a service reads from its column engine. */
export interface WatchedStreams {
  /** How many have begun and not ended. */
  readonly runningCount: () => number;
  /** Fails those that run, as the end of the engine's process does, with their next batch. */
  readonly break: () => void;
}

/** Watches the streams of a service. */
export function watchStreams(services: Services): WatchedStreams {
  const { columnEngine } = services;
  const running = new Set<object>();
  async function* stream(...query: Parameters<typeof columnEngine.stream>): AsyncGenerator<string> {
    const own = {};
    running.add(own);
    try {
      for await (const batch of columnEngine.stream(...query)) {
        if (!running.has(own)) throw new CatalogError('UNAVAILABLE');
        yield batch;
      }
    } finally {
      running.delete(own);
    }
  }
  Object.assign(services, { columnEngine: { ...columnEngine, stream } });
  return {
    runningCount: () => running.size,
    break: () => {
      running.clear();
    },
  };
}
