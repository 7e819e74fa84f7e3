import { createClient } from 'graphql-sse';
import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type FetchFunction,
  type GraphQLResponse,
  type SubscribeFunction,
  type UploadableMap,
  type Variables,
} from 'relay-runtime';

/** The address of a catalog, such as `https://data.example.org`, and the key of the caller. */
export interface Catalog {
  readonly origin: string;
  readonly apiKey: string;
}

/** An environment of Relay that queries, changes, uploads and subscribes. */
export const createCatalogEnvironment = (catalog: Catalog): Environment =>
  new Environment({
    network: Network.create(fetchFrom(catalog), subscribeTo(catalog)),
    store: new Store(new RecordSource()),
  });

function fetchFrom({ origin, apiKey }: Catalog): FetchFunction {
  const headers = { authorization: `Apikey ${apiKey}` };
  return async ({ text }, variables, _cacheConfig, uploadables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      // The second header tells the service that an upload had a preflight.
      ...(uploadables
        ? { headers: { ...headers, 'apollo-require-preflight': 'true' }, body: uploadOf(text, variables, uploadables) }
        : {
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ query: text, variables }),
          }),
    });
    return (await response.json()) as GraphQLResponse;
  };
}

/** The body of a GraphQL multipart request; each file is the value of the variable that it is named after. */
function uploadOf(query: string | null, variables: Variables, files: UploadableMap): FormData {
  const names = Object.keys(files);
  const body = new FormData();
  body.set('operations', JSON.stringify({ query, variables }));
  body.set('map', JSON.stringify(Object.fromEntries(names.map((name) => [name, [`variables.${name}`]]))));
  for (const [name, file] of Object.entries(files)) body.set(name, file);
  return body;
}

/** Subscriptions by server-sent events. They connect again after an interruption. */
function subscribeTo({ origin, apiKey }: Catalog): SubscribeFunction {
  const streams = createClient({
    url: `${origin}/graphql/stream`,
    headers: { authorization: `Apikey ${apiKey}` },
  });
  return ({ text }, variables) =>
    Observable.create<GraphQLResponse>((sink) =>
      streams.subscribe(
        { query: text ?? '', variables },
        {
          next: (event) => {
            sink.next(event as GraphQLResponse);
          },
          error: (error) => {
            sink.error(error instanceof Error ? error : new Error(JSON.stringify(error)));
          },
          complete: () => {
            sink.complete();
          },
        },
      ),
    );
}
