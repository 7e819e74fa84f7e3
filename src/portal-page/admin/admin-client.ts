import { type Cache, cacheExchange } from '@urql/exchange-graphcache';
import {
  type AnyVariables,
  type Client,
  type CombinedError,
  createClient,
  type Exchange,
  makeErrorResult,
  makeResult,
  type Operation,
  type OperationResult,
} from '@urql/core';
import { filter, make, mergeMap, pipe, type Source, takeUntil } from 'wonka';
import { isRecord } from '../json.ts';
import type { GraphClient, Upload } from '../graph-client.ts';
import { GraphError, idOf } from '../reader.ts';

/**
 * Creates the client of the screens: documents are sent by their hash, and what one screen changes, all others show. Objects are
 * kept by their `id`; those without one are a part of what has them.
 */
export const createAdminClient = (graph: GraphClient): Client =>
  createClient({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        updates: {
          Mutation: {
            deleteDataset: (_result, _args, cache) => forget(cache, ['datasets', 'deletedDatasets']),
            createGlossaryTerm: (_result, _args, cache) => forget(cache, ['glossaryTerms']),
            deleteGlossaryTerm: (_result, _args, cache) => forget(cache, ['glossaryTerms']),
            createAsset: (_result, _args, cache) => forget(cache, ['storedAssets']),
            deleteAsset: (_result, _args, cache) => forget(cache, ['storedAssets']),
            createDatasourceConnection: (_result, _args, cache) => forget(cache, ['datasourceConnections']),
            deleteDatasourceConnection: (_result, _args, cache) => forget(cache, ['datasourceConnections']),
            createHarvester: (_result, _args, cache) => forget(cache, ['harvesters']),
            deleteHarvester: (_result, _args, cache) => forget(cache, ['harvesters']),
            createForm: (_result, _args, cache) => forget(cache, ['formConfigurations']),
            deleteForm: (_result, _args, cache) => forget(cache, ['formConfigurations', 'deletedForms']),
            restoreForm: (_result, _args, cache) => forget(cache, ['formConfigurations', 'deletedForms']),
            restoreDataset: (_result, _args, cache) => forget(cache, ['datasets', 'deletedDatasets']),
          },
        },
      }),
      sendExchange(graph),
    ],
  });

/** Has lists read again whose members only the service knows. */
function forget(cache: Cache, names: readonly string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query'))
    if (names.includes(fieldName)) cache.invalidate('Query', fieldKey);
}

declare module '@urql/core' {
  interface OperationContext {
    /** The files of a mutation. */
    upload?: Upload | undefined;
  }
}

/** Sends operations by the client of the page, which knows the key or the session of the visitor. */
const sendExchange =
  (graph: GraphClient): Exchange =>
  () =>
  (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind !== 'teardown'),
      mergeMap((operation) =>
        pipe(
          resultsOf(graph, operation),
          takeUntil(
            pipe(
              operations,
              filter(({ kind, key }) => kind === 'teardown' && key === operation.key),
            ),
          ),
        ),
      ),
    );

const resultsOf = (graph: GraphClient, operation: Operation): Source<OperationResult> =>
  make((observer) => {
    const ending = new AbortController();
    const fail = (error: unknown): void => {
      if (!ending.signal.aborted)
        next(makeErrorResult(operation, error instanceof Error ? error : new Error(String(error))));
    };
    const next = (result: OperationResult): void => {
      observer.next(result);
    };
    perform(graph, operation, ending.signal, next)
      .catch(fail)
      .finally(() => {
        observer.complete();
      });
    return () => {
      ending.abort();
    };
  });

/** The data of an operation, which whoever sends it knows. */
type AnyData = Record<string, unknown>;

/** How long a subscription waits before it is opened again: the stream of a server that stops ends. */
const retryMs = 3_000;

async function perform(
  graph: GraphClient,
  operation: Operation,
  signal: AbortSignal,
  next: (result: OperationResult) => void,
): Promise<void> {
  const { kind, query, variables } = operation;
  if (kind === 'query') {
    const { data, errors } = await graph.send(idOf(query), variables ?? {}, signal);
    next(makeResult(operation, { data: isRecord(data) ? data : null, ...(errors && { errors: [...errors] }) }));
    return;
  }
  if (kind === 'mutation') {
    next(
      makeResult(operation, {
        data: await graph.mutate<AnyData, AnyVariables>(query, variables, operation.context.upload),
      }),
    );
    return;
  }
  while (!signal.aborted) {
    try {
      for await (const data of graph.subscribe<AnyData, AnyVariables>(query, variables, signal))
        next(makeResult(operation, { data }));
    } catch (error) {
      if (error instanceof GraphError) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}

/** The error of the graph or of the network that a result has. */
export function errorOf({ networkError, graphQLErrors: [first] }: CombinedError): Error {
  if (networkError) return networkError;
  const { message = '', extensions = {} } = first ?? {};
  const { code } = extensions;
  return new GraphError(message, typeof code === 'string' ? code : 'INTERNAL_ERROR', extensions);
}
