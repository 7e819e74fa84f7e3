import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '#platform/database/change-feed.ts';

/** A page that was rendered for visitors without a key. */
export interface CachedPage {
  readonly html: string;
  readonly language: string;
  /** The header `Link`. */
  readonly link?: string | undefined;
}

/** Keeps the pages that were rendered for visitors without a key, until the catalog changes. */
export interface PageCache {
  /** The kept page of a key, or the one that is rendered now. A page that is undefined is not kept. */
  get(key: string, render: () => Promise<CachedPage | undefined>): Promise<CachedPage | undefined>;
  clear(): void;
}

/** Changes of forms and settings by other processes are seen after this time. */
const ttl = 30_000;
const maxCharacters = 32 * 1024 * 1024;

/** Creates a cache that forgets its pages when the public catalog or a metadata template changes, in any process. Where changes cannot be followed, it keeps nothing. */
export function createPageCache(changes: Pick<ChangeFeed, 'follow'>): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxCharacters,
    ttl,
    sizeCalculation: ({ html }, key) => html.length + key.length,
  });
  let following: Promise<unknown> | undefined;
  let version = 0;
  const clear = (): void => {
    version += 1;
    pages.clear();
  };
  const follow = (): Promise<unknown> =>
    (following ??= changes
      .follow(['catalog', 'templates'], {
        onChange: clear,
        onLost: () => {
          following = undefined;
          clear();
        },
      })
      .catch((error: unknown) => {
        following = undefined;
        throw error;
      }));
  return {
    clear,
    async get(key, render) {
      const kept = pages.get(key);
      if (kept) return kept;
      const isFollowed = await follow().then(
        () => true,
        () => false,
      );
      const before = version;
      const page = await render();
      // a page of before a change is not kept after it
      if (page && isFollowed && before === version) pages.set(key, page);
      return page;
    },
  };
}
