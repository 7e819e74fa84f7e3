import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import {
  type DocumentNode,
  execute,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
} from 'graphql';
import type { CatalogModule, Precheck } from '#api/catalog-module.ts';
import { prices, type RequestContext, type Services, spendPoints } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { createPlanner, type Planner } from '#api/planning/planner.ts';
import { type ChooseDocument, chooseDocuments, createPersistedQueries, readTrustedDocuments } from './documents.ts';
import { readPortalDocuments } from '../pages/portal-files.ts';
import { reportUnexpected } from '../http/observe-requests.ts';
import {
  answerKnownQueries,
  type AnswerKnownQuery,
  createResultByPlan,
  createResultByResolvers,
  type FormatError,
  writeResult,
} from './known-operations.ts';
import { formatError, inputProblems, withoutSchemaHints } from './graph-errors.ts';
import { createApollo } from './create-apollo.ts';
import {
  createKnownDocuments,
  createOperationLimitCheck,
  type CheckOperationLimits,
  type KnownDocuments,
} from './validate-operation.ts';
import { valueOfPart } from '#kernel/json.ts';
import { applyMemberForms } from '#api/planning/collect-fields.ts';
import { requireWritable } from '#api/session.ts';
import { assertStorable } from '#api/assert-storable.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { GraphResult } from '#portal-page/rendering.ts';
import { createOperationCost } from './operation-cost.ts';
import { measureOperation } from './reports.ts';

/** What executes the operations of the graph. */
interface GraphServer {
  readonly planner: Planner;
  /** The graph for clients in the same process. */
  readonly graph: Graph;
  readonly checkOperationLimits: CheckOperationLimits;
  /** Finds the document that a request asks for. */
  readonly chooseDocument: ChooseDocument;
  /** Answers the documents that it knows. Apollo answers all other requests. */
  readonly answerKnownQuery: AnswerKnownQuery;
  /** The documents that were valid before. */
  readonly documents: KnownDocuments;
  readonly apollo: ApolloServer<RequestContext>;
  readonly executeDocument: ExecuteDocument;
}

/** Executes a query of the service itself by its identifier, as clients of HTTP do: parts that failed are null, next to their errors. */
export type ExecuteDocument = (
  ctx: RequestContext,
  documentId: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<GraphResult>;

/** The whole schema, which the REST API uses, and the schema of clients, a part of it. */
interface GraphSchemas {
  readonly schema: GraphQLSchema;
  readonly clientSchema: GraphQLSchema;
}

/** Creates the server of the graph. Fails with a SetupError for a trusted document that is not valid. */
export async function createGraphServer(
  http: FastifyInstance,
  { schema, clientSchema }: GraphSchemas,
  { config, log, registry }: Pick<Services, 'config' | 'log' | 'registry'>,
  modules: readonly CatalogModule[],
): Promise<GraphServer> {
  const planner = createPlanner(schema, {
    sources: registry.sources,
    nodes: registry.nodes,
    roots: new Map(modules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
  });
  const graph = createGraph(schema, planner, modules);
  const report = (cause: unknown): string => reportUnexpected(log, cause);
  const introspectionForAll = config.introspection === 'public';
  const checkOperationLimits = createOperationLimitCheck(clientSchema, introspectionForAll);
  const ownDocuments = config.portal ? await readPortalDocuments() : [];
  const trusted = await readTrustedDocuments(config.documents.path, clientSchema, ownDocuments);
  const documents = createKnownDocuments(trusted.byText);
  const persistedQueries = createPersistedQueries(trusted);
  const format: FormatError = (error) =>
    formatError(error instanceof GraphQLError ? error.toJSON() : { message: '' }, error, report);
  const resultByPlan = createResultByPlan(planner, clientSchema, format);
  const resultByResolvers = createResultByResolvers(clientSchema, (error, session) => {
    const formatted = format(error);
    const showsHints = introspectionForAll || session.username !== undefined;
    return showsHints ? formatted : { ...formatted, message: withoutSchemaHints(formatted.message) };
  });
  const apollo = createApollo({
    schema: clientSchema,
    http,
    resultByPlan,
    checkOperationLimits,
    documents,
    persistedQueries,
    introspectionForAll,
    report,
  });
  const executeDocument: ExecuteDocument = async (ctx, documentId, variables) => {
    const document = trusted.byId.get(documentId)?.document ?? fail('DOCUMENT_NOT_FOUND', { documentId });
    const operation = getOperationAST(document) ?? fail('DOCUMENT_NOT_FOUND', { documentId });
    const query = { document, operation, variables };
    const result = async () => {
      await spendPoints(ctx, checkOperationLimits({ ...query, session: ctx.session, isStream: false }));
      // another document of the same page may have been left to them
      ctx.state.isLeftToResolvers = false;
      return (await resultByPlan(ctx, query)) ?? (await resultByResolvers(ctx, query));
    };
    const found = await measureOperation(ctx, operation, result).catch((error: unknown) => ({
      errors: [format(error)],
    }));
    return JSON.parse(String(writeResult(found ?? {}))) as GraphResult;
  };
  await apollo.start();
  await nextTurn();
  return {
    planner,
    graph,
    checkOperationLimits,
    chooseDocument: chooseDocuments(trusted, config.documents.trustedOnly),
    answerKnownQuery: answerKnownQueries({ resultByPlan, resultByResolvers, checkOperationLimits, documents }),
    documents,
    apollo,
    executeDocument,
  };
}

/** Creates the graph for clients inside the process: the same schema and context without HTTP. */
function createGraph(schema: GraphQLSchema, planner: Planner, modules: readonly CatalogModule[]): Graph {
  const costOf = createOperationCost(schema);
  const prechecks = new Map(modules.flatMap((module) => Object.entries(module.prechecks ?? {})));
  const executeUnmeasured: Graph['executeWithParts'] = async (document, variables, contextValue) => {
    assertStorable(variables);
    const operation = getOperationAST(document);
    if (operation?.operation === OperationTypeNode.MUTATION) requireWritable(contextValue.session);
    if (contextValue.budget && operation)
      await spendPoints(contextValue, costOf(document, operation, variables) - prices.request);
    contextValue.admission.beginOperation(operation?.operation ?? 'query');
    const problems = inputProblems(schema, document, variables);
    if (problems) throw new CatalogError('INVALID_INPUT', { reason: 'Invalid input' }, problems);
    const planned = operation && (await planner.execute(contextValue, { document, operation, variables }));
    // The type of the data was generated from this document and this schema.
    if (planned) return { parts: planned, data: valueOfPart(planned) as never };
    const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue });
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    return { data: applyMemberForms(document, data) as never };
  };
  const executeWithParts: Graph['executeWithParts'] = (document, variables, ctx) => {
    const operation = getOperationAST(document);
    if (!operation) return executeUnmeasured(document, variables, ctx);
    ctx.record.addOperation(operation);
    return measureOperation(ctx, operation, () => executeUnmeasured(document, variables, ctx));
  };
  return Object.freeze({
    executeWithParts,
    execute: async (document, variables, ctx) => (await executeWithParts(document, variables, ctx)).data,
    precheck: async (document, names, ctx) => {
      for (const check of prechecksOf(document, prechecks)) await check(ctx, names);
    },
  } satisfies Graph);
}

/** The prechecks of an operation's root fields. */
const prechecksOf = (document: DocumentNode, prechecks: ReadonlyMap<string, Precheck>): Precheck[] =>
  (getOperationAST(document)?.selectionSet.selections ?? []).flatMap(
    (selection) => (selection.kind === Kind.FIELD ? prechecks.get(selection.name.value) : undefined) ?? [],
  );
