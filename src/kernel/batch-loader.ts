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
