import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import type { TrustedDocuments } from './trusted-documents.ts';

/** The settings of Apollo's automatic persisted queries. */
export type PersistedQueries = Exclude<ApolloServerOptions<BaseContext>['persistedQueries'], false | undefined>;

/** The maximum memory of all texts that clients have registered. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Creates the list behind Apollo's automatic persisted queries: the trusted documents, and the texts that clients registered, of which the
 * least recently used are evicted. A client sends an evicted text again.
 */
export function createPersistedQueries({ byId }: TrustedDocuments): PersistedQueries {
  const registered = new LRUCache<string, string>({
    max: 2_000,
    maxSize: maxBytes,
    sizeCalculation: (text) => 100 + 2 * text.length,
  });
  return {
    cache: {
      get: async (key) => byId.get(key.replace(/^apq:/, 'sha256:'))?.text ?? registered.get(key),
      set: async (key, text) => {
        registered.set(key, text);
      },
      delete: async (key) => registered.delete(key),
    },
    ttl: null,
  };
}
