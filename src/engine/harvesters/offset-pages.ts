import { CatalogError, fail } from '#kernel/fail.ts';
import type { RemoteFailure } from './harvester-kind.ts';

/** One page of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  /** How many items the whole list has; null where the source does not say. */
  readonly total: number | null;
}

/** How a list is read by offsets. */
interface OffsetPages<Item> {
  /** The size of the pages asked for; the source may send less. */
  readonly pageSize: number;
  /** The first offset. Default: 0. */
  readonly start?: number;
  /** The most items. Default: all. */
  readonly limit?: number | null;
  readonly read: (offset: number, size: number) => Promise<Page<Item>>;
  /** Receives the number of items that will be read, once it is known. */
  readonly reportTotal: (count: number) => void;
}

/** How many pages in a row may fail before the list does. */
const maxFailures = 3;

/**
 * Reads a list page by page. A page that cannot be read is a failure, and the next one follows, where the source has said how many there are.
 * The first page must be readable, and of three in a row one; otherwise it fails as the page does.
 */
export async function* readOffsetPages<Item>({
  pageSize,
  start = 0,
  limit = null,
  read,
  reportTotal,
}: OffsetPages<Item>): AsyncGenerator<{ readonly item: Item } | { readonly failure: RemoteFailure }> {
  let end = limit === null ? Infinity : start + limit;
  let isTotalKnown = false;
  let failures = 0;
  for (let offset = start; offset < end;) {
    const size = Math.min(pageSize, end - offset);
    let page: Page<Item>;
    try {
      page = await read(offset, size);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!(error instanceof CatalogError) || !isTotalKnown || failures >= maxFailures) throw error;
      yield {
        failure: { id: `entries ${offset + 1} to ${offset + size}`, error: error.message, isIncomplete: true },
      };
      offset += size;
      continue;
    }
    if (page.total !== null) {
      end = Math.min(end, page.total);
      if (!isTotalKnown) reportTotal(Math.max(0, end - start));
      isTotalKnown = true;
    }
    if (page.items.length === 0) {
      if (isTotalKnown && offset < end)
        fail('SOURCE_FAILED', { reason: `its list ends after ${offset} of ${end} entries.` });
      return;
    }
    for (const item of page.items) yield { item };
    offset += page.items.length;
  }
}
