import { isRecord } from './json.ts';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphError, idOf, type ReadResult, readResult } from './reader.ts';
import type { GraphResult, SendDocument } from './rendering.ts';
import { CheckKeyDocument } from './generated/operations.ts';
import { serverEvents } from './server-events.ts';

/** Sends the documents of the page, by their hash, to the graph. */
export interface GraphClient {
  /**
   * Sends a query by GET, whose response caches keep where it is the same for everyone; with a key or a session by POST, past the caches, so that
   * no secret that a preview is sent stands in an address. A refused key and an ended session are forgotten: it is sent without.
   */
  readonly send: SendDocument;
  /** Reads a query. Throws a GraphError where any part failed. */
  query<Data, Variables extends Readonly<Record<string, unknown>>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Data>;
  /** Sends a mutation. */
  mutate<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    upload?: Upload,
  ): Promise<Data>;
  /** Yields the results of a subscription until the server completes it. */
  subscribe<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): AsyncGenerator<Data>;
  /** Whether the service knows a key. */
  accepts(key: string): Promise<boolean>;
}

/** The files of a mutation. */
export interface Upload {
  /** By the places in the variables that are null for them: `variables.input.images.0.file`. */
  readonly files: ReadonlyMap<string, File>;
  /** Has how much is sent, of 1. */
  readonly onProgress?: (share: number) => void;
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
  /** Sends an operation with files, as the GraphQL multipart request specification has it. */
  const upload = async (operation: object, { files, onProgress }: Upload) => {
    const body = new FormData();
    body.set('operations', JSON.stringify(operation));
    body.set('map', JSON.stringify(Object.fromEntries([...files.keys()].map((path, index) => [index, [path]]))));
    for (const [index, file] of [...files.values()].entries()) body.set(String(index), file);
    const headers = { accept: json, 'apollo-require-preflight': 'true' };
    const request = { method: 'POST', headers, body };
    if (!onProgress) return sendWithKey(keys, '/graphql', request);
    const { sendWithProgress } = await import('./send-with-progress.ts');
    return sendWithKey(keys, '/graphql', request, (address, { headers: sent = {} }) =>
      sendWithProgress(address, { headers: sent, body }, onProgress),
    );
  };
  const pathOf = (documentId: string, variables: unknown): string =>
    `/graphql?${new URLSearchParams({ documentId, variables: JSON.stringify(variables) })}`;
  const send: SendDocument = async (documentId, variables, signal) => {
    const ask = () =>
      keys.store.read() !== undefined || keys.hasSession()
        ? post({ documentId, variables }, json, signal)
        : sendWithKey(keys, pathOf(documentId, variables), { headers: { accept: json }, signal: signal ?? null });
    const response = await ask().catch((error: unknown) => {
      if (error instanceof GraphError && (error.code === keyRefused || error.code === sessionEnded)) return ask();
      throw error;
    });
    return resultOf(response);
  };

  return {
    send,
    async query<Data, Variables extends Readonly<Record<string, unknown>>>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal?: AbortSignal,
    ) {
      return dataOf<Data>(await send(idOf(document), variables, signal));
    },

    async mutate<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables, sent?: Upload) {
      const operation = { documentId: idOf(document), variables };
      const response = await (sent?.files.size ? upload(operation, sent) : post(operation, json));
      return dataOf<Data>(await resultOf(response));
    },

    async *subscribe<Data, Variables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ) {
      const response = await post({ documentId: idOf(document), variables }, 'text/event-stream', signal);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!isStream) {
        dataOf(await resultOf(response));
        return;
      }
      if (!response.body) return;
      for await (const { name, data } of serverEvents(response.body)) {
        if (name === 'complete') return;
        if (name === 'next') yield dataOf<Data>(asResult(JSON.parse(data)));
      }
    },

    async accepts(key) {
      const headers = { accept: json, authorization: `Apikey ${key}` };
      const response = await fetch(keys.addressOf(pathOf(idOf(CheckKeyDocument), {})), { headers });
      if (response.status === 401) return false;
      dataOf(await resultOf(response));
      return true;
    },
  };
}

/** The result in a response. */
async function resultOf(response: Response): Promise<GraphResult> {
  const result = asResult(await response.json().catch(() => undefined));
  if (result.data !== undefined || result.errors) return result;
  throw new GraphError(`The service answers ${response.status} ${response.statusText}.`, 'INTERNAL_ERROR');
}

const asResult = (value: unknown): GraphResult => (isRecord(value) ? value : {});

/** The data of a result. Throws the first of its errors. */
function dataOf<Data>(result: GraphResult): ReadResult<Data>['data'] {
  const { data, failures }: ReadResult<Data> = readResult(result);
  const [failure] = failures;
  if (failure) throw failure.error;
  return data;
}

/** The key of the visitor, and what happens when the service refuses it. */
export interface Keys {
  readonly store: KeyStore;
  /** The address of a path of this server. */
  readonly addressOf: (path: string) => string;
  /** Tells the visitor that the key was refused and is forgotten; returns the message. */
  readonly onRefused: () => string;
  /** Whether the browser has the session of the visitor, in a cookie that scripts do not see. */
  readonly hasSession: () => boolean;
  /** Tells the visitor that the session has ended; returns the message. */
  readonly onSessionEnded: () => string;
}

/** The code of the error of a refused key. */
const keyRefused = 'UNAUTHORIZED';

/** The code of the error of a session that has ended. */
const sessionEnded = 'SESSION_ENDED';

/** A request whose headers have one value each. */
interface SimpleRequest extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request with the visitor's key, if any, else with the session of the browser. Forgets what is refused (401), and throws a GraphError
 * `keyRefused` or `sessionEnded`.
 */
export async function sendWithKey(
  { store, addressOf, onRefused, hasSession, onSessionEnded }: Keys,
  address: string,
  { headers, ...request }: SimpleRequest,
  send: (address: string, request: SimpleRequest) => Promise<Response> = fetch,
): Promise<Response> {
  const key = store.read();
  const isInSession = key === undefined && hasSession();
  const proof = key === undefined ? (isInSession ? { 'x-csrf': '1' } : {}) : { authorization: `Apikey ${key}` };
  const response = await send(addressOf(address), { ...request, headers: { ...headers, ...proof } });
  if (response.status !== 401) return response;
  if (isInSession) throw new GraphError(onSessionEnded(), sessionEnded);
  if (key === undefined) return response;
  // another tab or request may have stored another key meanwhile
  if (store.read() === key) store.write(undefined);
  throw new GraphError(onRefused(), keyRefused);
}

/** Keeps the visitor's API key until the tab is closed. */
export interface KeyStore {
  read(): string | undefined;
  /** Undefined forgets the key. */
  write(key: string | undefined): void;
}

const name = 'catalograph.key';

/** Creates the store of the visitor's key. */
export const createKeyStore = (storage: Storage): KeyStore => ({
  read: () => storage.getItem(name) ?? undefined,
  write: (key) => {
    if (key === undefined) storage.removeItem(name);
    else storage.setItem(name, key);
  },
});
