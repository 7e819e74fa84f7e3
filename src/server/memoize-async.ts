/** Memoizes an asynchronous function. A failure is not kept: the next call tries again. */
export function memoizeAsync<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
