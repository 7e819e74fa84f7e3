import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { createClient } from 'graphql-sse';
import type { DeleteDatasetMutation } from '../generated/datasets.ts';
import introspection from '../generated/possible-types.ts';

/** The address of a catalog, such as `https://data.example.org`, and the key of the caller. */
export interface Catalog {
  readonly origin: string;
  readonly apiKey: string;
}

/** A client of urql that queries, changes, uploads and subscribes. */
export function createCatalogClient({ origin, apiKey }: Catalog): Client {
  // The second header tells the service that the request had a preflight, which it asks of uploads and of queries by GET.
  const headers = { authorization: `Apikey ${apiKey}`, 'apollo-require-preflight': 'true' };
  const streams = createClient({ url: `${origin}/graphql/stream`, headers });
  return new Client({
    url: `${origin}/graphql`,
    fetchOptions: { headers },
    exchanges: [
      catalogCache(),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: streams.subscribe({ query, variables: { ...variables } }, sink) }),
        }),
      }),
    ],
  });
}

/**
 * A normalized cache. Objects need no `keys`: their `id` is unique in the whole graph, and Graphcache takes it by default. An object
 * without an `id` is a part of its parent, and its type is named with the key null.
 */
const catalogCache = () =>
  cacheExchange({
    possibleTypes: introspection.possibleTypes,
    keys: { UploadedFileDatasource: () => null },
    // The pages of a list are one list in the cache.
    resolvers: { Query: { datasets: relayPagination() } },
    updates: {
      Mutation: {
        // Only the service knows the place of a created dataset, so the list is read again.
        createDataset: (_data, _variables, cache) => {
          for (const { fieldName, arguments: variables } of cache.inspectFields('Query'))
            if (fieldName === 'datasets') cache.invalidate('Query', fieldName, variables);
        },
        deleteDataset: ({ deleteDataset }: DeleteDatasetMutation, _variables, cache) => {
          cache.invalidate({ __typename: 'Dataset', id: deleteDataset.deletedId });
        },
      },
    },
  });
