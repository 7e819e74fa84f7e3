import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import introspection from '../generated/possible-types.ts';

/** The address of a catalog, such as `https://data.example.org`, and the key of the caller. */
export interface Catalog {
  readonly origin: string;
  readonly apiKey: string;
}

/** An Apollo Client that queries, changes, uploads and subscribes. */
export function createCatalogClient({ origin, apiKey }: Catalog): ApolloClient {
  // The second header tells the service that the request had a preflight, which it asks of uploads.
  const requests = new UploadHttpLink({
    uri: `${origin}/graphql`,
    headers: { authorization: `Apikey ${apiKey}`, 'apollo-require-preflight': 'true' },
  });
  const subscriptions = new GraphQLWsLink(
    createClient({
      url: `${origin.replace(/^http/, 'ws')}/graphql/stream`,
      connectionParams: { apikey: apiKey },
    }),
  );
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      subscriptions,
      requests,
    ),
    cache: createCatalogCache(),
  });
}

/**
 * A normalized cache. Objects need no `keyFields`: their `id` is unique in the whole graph, and Apollo Client takes it by default. An object
 * without an `id` is a part of its parent.
 */
const createCatalogCache = () =>
  new InMemoryCache({
    possibleTypes: introspection.possibleTypes,
    // The pages of a list are one list in the cache. Arguments that select other items make another list.
    typePolicies: { Query: { fields: { datasets: relayStylePagination(['datasetId']) } } },
  });
