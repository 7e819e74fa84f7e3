import { z } from 'zod';

/** Tells several items of the same name apart. */
export const number = z
  .int()
  .min(2)
  .optional()
  .describe('Which one it is of several of the same name, in the order in which the instance lists them.');

/** A name with the number of the item; the first of a name has none. */
export const numberedName = (name: string, given = 1): string => (given === 1 ? name : `${name} ${given}`);

/** The name of the one before, of several of a name: it must be there first. */
export const namesBefore = (name: string, given = 1): readonly string[] =>
  given === 1 ? [] : [numberedName(name, given - 1)];

/** Numbers items in the order of their list, by name. */
export async function* numbered<Item>(
  list: AsyncIterable<Item>,
  nameOf: (item: Item) => string,
): AsyncGenerator<{ readonly item: Item; readonly number: number }> {
  const counts = new Map<string, number>();
  for await (const item of list) {
    const count = (counts.get(nameOf(item)) ?? 0) + 1;
    counts.set(nameOf(item), count);
    yield { item, number: count };
  }
}
