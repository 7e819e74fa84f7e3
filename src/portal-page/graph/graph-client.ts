import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphError } from './graph-error.ts';
import { dataOf } from './graph-result.ts';
import type { KeyStore } from './key-store.ts';
import { serverEvents } from './server-events.ts';

/** A file of a mutation, and the path of its variable, such as `variables.input.images.0.file`. */
export interface UploadedFile {
  readonly path: string;
  readonly file: File;
}

/** Sends the documents of the page, by their hash, to the graph. */
export interface GraphClient {
  /** Sends a query by GET, whose response caches keep where it is the same for everyone. */
  query<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Data>;
  mutate<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    files?: readonly UploadedFile[],
  ): Promise<Data>;
  /** Yields the results of a subscription until the server completes it. */
  subscribe<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): AsyncGenerator<Data>;
}

const json = 'application/graphql-response+json,application/json;q=0.9';

/** Creates the client of the graph, which sends the key of the visitor where there is one. */
export function createGraphClient(keys: KeyStore): GraphClient {
  const authorization = (): Readonly<Record<string, string>> => {
    const key = keys.read();
    return key === undefined ? {} : { authorization: `Apikey ${key}` };
  };
  const post = (body: object, headers: Readonly<Record<string, string>>, signal: AbortSignal | null = null) =>
    fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(), ...headers },
      body: JSON.stringify(body),
      signal,
    });

  return {
    async query<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal?: AbortSignal,
    ) {
      const search = new URLSearchParams({ documentId: idOf(document), variables: JSON.stringify(variables) });
      const response = await fetch(`/graphql?${search}`, {
        headers: { accept: json, ...authorization() },
        signal: signal ?? null,
      });
      return dataOf(await response.json()) as Data;
    },

    async mutate<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      files: readonly UploadedFile[] = [],
    ) {
      const body = { documentId: idOf(document), variables };
      const response = await (files.length === 0
        ? post(body, { accept: json })
        : fetch('/graphql', {
            method: 'POST',
            headers: { accept: json, 'apollo-require-preflight': 'true', ...authorization() },
            body: multipart(body, files),
          }));
      return dataOf(await response.json()) as Data;
    },

    async *subscribe<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ) {
      const response = await post({ documentId: idOf(document), variables }, { accept: 'text/event-stream' }, signal);
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
  };
}

/** The hash by which the service knows a document. */
function idOf(document: object): string {
  const meta: unknown = '__meta__' in document ? document.__meta__ : undefined;
  const hash: unknown = typeof meta === 'object' && meta !== null && 'hash' in meta ? meta.hash : undefined;
  if (typeof hash !== 'string') throw new GraphError('The document has no hash.', 'INTERNAL_ERROR');
  return hash;
}

/** A request with files (GraphQL multipart request specification). */
function multipart(operations: object, files: readonly UploadedFile[]): FormData {
  const body = new FormData();
  body.set('operations', JSON.stringify(operations));
  body.set('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]))));
  for (const [index, { file }] of files.entries()) body.set(String(index), file);
  return body;
}
