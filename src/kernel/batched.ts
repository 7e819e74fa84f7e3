/** What is asked of a batch, and who waits for it. */
interface Question<V> {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** After how many milliseconds the next batch no longer waits for the one under way. */
const overtakeAfterMs = 1_000;

/**
 * Answers keys in batches. Calls made during a batch join the next one, so no answer is older than its question, and the
 * busier it gets, the fewer batches there are for each question. The next batch waits for the one under way, but not for
 * one that hangs. A key without an answer is undefined; when a batch fails, all that are in it do.
 */
export function batched<V>(
  answer: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  overtakeAfter = overtakeAfterMs,
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Question<V>[]>();
  let isBusy = false;

  async function answerAll(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      const answered = answer([...asked.keys()]).then(
        (found) => {
          for (const [key, questions] of asked) for (const { resolve } of questions) resolve(found.get(key));
        },
        (error: unknown) => {
          for (const { reject } of [...asked.values()].flat()) reject(error);
        },
      );
      await endOf(answered, overtakeAfter);
    }
    isBusy = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const same = waiting.get(key);
      if (same) same.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (!isBusy) void answerAll();
    });
}

/** Resolves when the work ends, or after so many milliseconds. */
function endOf(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
