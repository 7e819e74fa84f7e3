import { faultsOf } from './check-all.ts';
import { refuseFields } from './fail.ts';

/**
 * Works on every item in turn. Where rules are broken it fails once, INVALID_INPUT, with all that is wrong, each field
 * named below the item's path (`processors.2.type`); a path of "" leaves the names as they are.
 */
export async function mapBelow<Item, Result>(
  items: readonly Item[],
  pathOf: (at: number) => string,
  work: (item: Item, at: number) => Promise<Result> | Result,
): Promise<Result[]> {
  const faults: Record<string, readonly string[]> = {};
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    try {
      results.push(await work(item, at));
    } catch (error) {
      for (const [field, messages] of Object.entries(faultsOf(error)))
        faults[[pathOf(at), field].filter(Boolean).join('.')] = messages;
    }
  }
  refuseFields(faults);
  return results;
}
