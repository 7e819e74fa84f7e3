/** A pending call. */
interface Call<V> {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** How long the next batch waits for the running one. */
const overtakeAfterMs = 1_000;

/**
 * Loads values by key in batches. Calls made during a batch join the next one, so no result is older than its call, and batches grow
 * with the load. The next batch waits for the running one, but not for one that hangs. A missing key gives undefined; an error
 * rejects all calls of its batch.
 */
export function batched<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  overtakeAfter = overtakeAfterMs,
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
      await settledWithin(loading, overtakeAfter);
    }
    isBusy = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const same = waiting.get(key);
      if (same) same.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!isBusy) void loadBatches();
    });
}

/** Resolves when the work ends, or after the timeout. */
function settledWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
