import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { CatalogModule } from '#api/catalog-module.ts';
import type { RequestContext, Services } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { createPlanner, type Planner } from '#api/planning/planner.ts';
import { chooseDocuments, type ChooseDocument } from '../documents/choose-document.ts';
import { createPersistedQueries } from '../documents/persisted-queries.ts';
import { readTrustedDocuments } from '../documents/trusted-documents.ts';
import { readPortalDocuments } from '../pages/portal/portal-files.ts';
import { reportUnexpected } from '../report-unexpected.ts';
import { answerKnownQueries, type AnswerKnownQuery } from './answer-known-query.ts';
import { createApollo } from './create-apollo.ts';
import { createGraph } from './create-graph.ts';
import { createResultByPlan } from './execute-by-plan.ts';
import { formatError } from './format-error.ts';
import { createOperationGuard, type GuardOperation } from './guard-operation.ts';
import { createKnownDocuments, type KnownDocuments } from './known-documents.ts';

/** What executes the operations of the graph. */
export interface GraphServer {
  readonly planner: Planner;
  /** The graph for clients in the same process. */
  readonly graph: Graph;
  readonly guardOperation: GuardOperation;
  /** Finds the document that a request asks for. */
  readonly chooseDocument: ChooseDocument;
  /** Answers the documents that it knows. Apollo answers all other requests. */
  readonly answerKnownQuery: AnswerKnownQuery;
  /** The documents that were valid before. */
  readonly documents: KnownDocuments;
  readonly apollo: ApolloServer<RequestContext>;
}

/** Creates the server of the graph. Fails with a SetupError for a trusted document that is not valid. */
export async function createGraphServer(
  http: FastifyInstance,
  schema: GraphQLSchema,
  { config, log, registry }: Pick<Services, 'config' | 'log' | 'registry'>,
  modules: readonly CatalogModule[],
): Promise<GraphServer> {
  const planner = createPlanner(schema, {
    sources: registry.sources,
    roots: new Map(modules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
  });
  const graph = createGraph(schema, planner, modules);
  const report = (cause: unknown): string => reportUnexpected(log, cause);
  const introspectionForAll = config.introspection === 'public';
  const guardOperation = createOperationGuard(schema, introspectionForAll);
  const ownDocuments = config.portal ? await readPortalDocuments() : [];
  const trusted = await readTrustedDocuments(config.documents.path, schema, ownDocuments);
  const documents = createKnownDocuments(trusted.byText);
  const persistedQueries = createPersistedQueries(trusted);
  const resultByPlan = createResultByPlan(planner, (error) => formatError({ message: '' }, error, report));
  const apollo = createApollo({
    schema,
    http,
    resultByPlan,
    guardOperation,
    documents,
    persistedQueries,
    introspectionForAll,
    report,
  });
  await apollo.start();
  await nextTurn();
  return {
    planner,
    graph,
    guardOperation,
    chooseDocument: chooseDocuments(trusted, config.documents.trustedOnly),
    answerKnownQuery: answerKnownQueries({ resultByPlan, guardOperation, documents }),
    documents,
    apollo,
  };
}
