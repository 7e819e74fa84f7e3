import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { addressOf } from '../dom/base-path.ts';
import { CheckKeyDocument } from '../generated/operations.ts';
import { GraphError } from './graph-error.ts';
import { dataOf } from './graph-result.ts';
import { keyRefused, sendWithKey, type Keys } from './send-with-key.ts';
import { serverEvents } from './server-events.ts';

/** Sends the documents of the page, by their hash, to the graph. */
export interface GraphClient {
  /** Sends a query by GET, whose response caches keep where it is the same for everyone. A refused key is forgotten: it is sent without. */
  query<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Data>;
  mutate<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** Yields the results of a subscription until the server completes it. */
  subscribe<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): AsyncGenerator<Data>;
  /** Whether the service knows a key. */
  accepts(key: string): Promise<boolean>;
}

const json = 'application/graphql-response+json,application/json;q=0.9';

/** Creates the client of the graph, which sends the key of the visitor where there is one. */
export function createGraphClient(keys: Keys): GraphClient {
  const post = (body: object, accept: string, signal: AbortSignal | null = null) =>
    sendWithKey(keys, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
      signal,
    });
  const pathOf = (document: object, variables: unknown): string =>
    `/graphql?${new URLSearchParams({ documentId: idOf(document), variables: JSON.stringify(variables) })}`;

  return {
    async query<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal?: AbortSignal,
    ) {
      const get = () =>
        sendWithKey(keys, pathOf(document, variables), { headers: { accept: json }, signal: signal ?? null });
      const response = await get().catch((error: unknown) => {
        if (error instanceof GraphError && error.code === keyRefused) return get();
        throw error;
      });
      return dataOf(await response.json()) as Data;
    },

    async mutate<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
      const response = await post({ documentId: idOf(document), variables }, json);
      return dataOf(await response.json()) as Data;
    },

    async *subscribe<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ) {
      const response = await post({ documentId: idOf(document), variables }, 'text/event-stream', signal);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!isStream) {
        dataOf(await response.json());
        return;
      }
      if (!response.body) return;
      for await (const { name, data } of serverEvents(response.body)) {
        if (name === 'complete') return;
        if (name === 'next') yield dataOf(JSON.parse(data)) as Data;
      }
    },

    async accepts(key) {
      const headers = { accept: json, authorization: `Apikey ${key}` };
      const response = await fetch(addressOf(pathOf(CheckKeyDocument, {})), { headers });
      if (response.status === 401) return false;
      dataOf(await response.json());
      return true;
    },
  };
}

/** The hash by which the service knows a document. */
function idOf(document: object): string {
  const meta: unknown = '__meta__' in document ? document.__meta__ : undefined;
  const hash: unknown = typeof meta === 'object' && meta !== null && 'hash' in meta ? meta.hash : undefined;
  if (typeof hash !== 'string') throw new GraphError('The document has no hash.', 'INTERNAL_ERROR');
  return hash;
}
