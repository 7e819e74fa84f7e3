/** Waits for all results and returns them. Fails with the first failure in the order of the list, whichever came first. */
export async function allInOrder<const Results extends readonly Promise<unknown>[]>(
  results: Results,
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  await Promise.allSettled(results);
  return Promise.all(results);
}

/** Calls `work` for all items, at most `limit` at a time. After a failure no call begins; it fails when all have ended. */
export async function forEachInParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = iterate(items);
  // A loop that fails closes the generator, which ends the other loops too.
  const workOnRemaining = async () => {
    for await (const item of remaining) await work(item);
  };
  await allInOrder(Array.from({ length: limit }, workOnRemaining));
}

async function* iterate<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** Returns the result of the work, or throws when the signal aborts; `discard` then receives the later result. */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  discard?: (late: T) => void,
): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  const working = work();
  try {
    return await Promise.race([working, aborted.promise]);
  } catch (error) {
    working.then(discard, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Caches the result of a function for a time, good or bad, counted from its end. Concurrent calls share one. */
export function cacheFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let expires = 0;
  return () => {
    if (current && performance.now() < expires) return current;
    expires = Infinity;
    current = read().finally(() => {
      expires = performance.now() + milliseconds;
    });
    return current;
  };
}

/** A pending call. */
interface Call<V> {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** How long the next batch waits for the running one, by default. */
const maxWaitMs = 1_000;

/**
 * Creates a function that loads a value by its key. Calls made while a batch is loading join the next batch, so no call receives data
 * that was read before the call, and batches grow with the load. The next batch waits for the running one, at most `timeoutMs`. A key
 * that is not found gives undefined; an error rejects all calls of its batch.
 */
export function createBatchLoader<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  timeoutMs = maxWaitMs,
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Call<V>[]>();
  let isBusy = false;

  async function loadBatches(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      const loading = load([...batch.keys()]).then(
        (found) => {
          for (const [key, calls] of batch) for (const { resolve } of calls) resolve(found.get(key));
        },
        (error: unknown) => {
          for (const { reject } of [...batch.values()].flat()) reject(error);
        },
      );
      await waitAtMost(timeoutMs, loading);
    }
    isBusy = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callsOfKey = waiting.get(key);
      if (callsOfKey) callsOfKey.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!isBusy) void loadBatches();
    });
}

/** Resolves when the work ends, or after the timeout. */
function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
