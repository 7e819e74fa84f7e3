import { followEvents } from '#api/streams/follow-events.ts';
import type { StreamContext } from '#api/streams/stream-context.ts';
import type { CatalogChange, CatalogChangeKind } from './catalog-change.type.ts';

/** Yields the changes of the public catalog. Notifications of the topic concern what callers without a key see, so no right is checked. */
export const followCatalog = (ctx: StreamContext): AsyncGenerator<CatalogChange> =>
  followEvents<CatalogChange>(ctx, {
    topic: 'catalog',
    begin: { kind: 'subscribed', uid: null, datasetId: null },
    eventOf(detail) {
      const [kind, uid, datasetId] = JSON.parse(detail) as [CatalogChangeKind, string, string];
      return { kind, uid, datasetId };
    },
    check: () => undefined,
  });
