/** Waits for all results and returns them. Fails with the first failure in the order of the list, whichever came first. */
export async function allInOrder<const Results extends readonly Promise<unknown>[]>(
  results: Results,
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  await Promise.allSettled(results);
  return Promise.all(results);
}
