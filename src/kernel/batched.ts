/** What is asked of a batch, and who waits for it. */
interface Question<V> {
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers keys in batches, one batch at a time: who asks while one is under way is in the next. So no answer is older than
 * its question, and the busier it gets, the fewer batches there are for each question. A key without an answer is
 * undefined; when a batch fails, all that are in it do.
 */
export function batched<V>(answer: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Question<V>[]>();
  let isBusy = false;

  async function answerAll(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      await answer([...asked.keys()]).then(
        (found) => { for (const [key, questions] of asked) for (const { resolve } of questions) resolve(found.get(key)); },
        (error: unknown) => { for (const { reject } of [...asked.values()].flat()) reject(error); },
      );
    }
    isBusy = false;
  }

  return (key) => new Promise((resolve, reject) => {
    const same = waiting.get(key);
    if (same) same.push({ resolve, reject });
    else waiting.set(key, [{ resolve, reject }]);
    if (!isBusy) void answerAll();
  });
}
