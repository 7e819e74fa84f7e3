import { allInOrder } from './all-in-order.ts';

/**
 * Calls `work` for all items, for at most `limit` of them at a time. A failure ends the list: no call for a further item begins. Fails with
 * it once all calls under way have ended.
 */
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
