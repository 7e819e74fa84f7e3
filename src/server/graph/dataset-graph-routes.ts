import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, getOperationAST, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { createDatasetGraphs, type DatasetGraph, type DatasetGraphName } from '#dataset-graph/dataset-graphs.ts';
import type { DatasetSchema } from '#dataset-graph/dataset-schema.ts';
import { isSharedType, recordKey } from '#dataset-graph/entities.ts';
import { executeOperation } from '#dataset-graph/execute-operation.ts';
import { renamedFields, suggestRenamed } from '#dataset-graph/renamed-fields.ts';
import { graphqlTypeFor, headOfErrors, jsonType } from '#http/answer-head.ts';
import { addVary, allowCaching } from '#http/answers.ts';
import { fail } from '#kernel/fail.ts';
import type { WrittenJson } from '#kernel/json.ts';
import { onceFor } from '#kernel/once-for.ts';
import type { Services } from '#api/context.ts';
import { catalogOf } from '../create-context.ts';
import { prefersHtml } from '../http/create-http.ts';
import { reportUnexpected } from '../http/observe-requests.ts';
import { declareCosts } from './declared-costs.ts';
import { type ChooseDocument, keepFromCaches } from './documents.ts';
import { printSubgraphSdl } from './graph-schema.ts';
import { formatError, handleGraphqlErrors, withoutSchemaHints } from './graph-errors.ts';
import { type GraphqlRequest, limitResult, requestIn, writeResult } from './known-operations.ts';
import { asksForIntrospection } from './limit-rules.ts';
import { measureAnswer, recordErrors, reportedExtensions } from './reports.ts';
import {
  type CheckOperationLimits,
  createOperationLimitCheck,
  documentValidation,
  parseDocument,
  type ValidateDocument,
  withErrorCode,
} from './validate-operation.ts';

/** What answers the requests of the typed graphs. */
interface DatasetGraphRoutes {
  readonly graph: Graph;
  readonly chooseDocument: ChooseDocument;
  readonly services: Pick<Services, 'config' | 'log'>;
  /** The path of PUBLIC_URL. */
  readonly basePath: string;
}

/** How the documents of a typed graph are checked. */
interface DocumentChecks {
  readonly validate: ValidateDocument;
  readonly checkLimits: CheckOperationLimits;
}

/** The maximum memory of valid documents, estimated as that of the main graph. */
const maxDocumentBytes = 16 * 1024 * 1024;
const bytesPerCharacter = 50;

/**
 * Registers `/graphql/datasets/{dataset_id}`: GET and POST of JSON, with the limits, the errors and the heads of `/graphql`. A browser is redirected to
 * the editor. With SUBGRAPH=on, the same below it at `/subgraph`, for routers, under names that are unique in a supergraph.
 */
export function datasetGraphRoutes(
  http: FastifyInstance,
  { graph, chooseDocument, services: { config, log }, basePath }: DatasetGraphRoutes,
): void {
  const introspectionForAll = config.introspection === 'public';
  const datasetGraphs = createDatasetGraphs(graph, declareCosts);
  const checks = new WeakMap<DatasetSchema, DocumentChecks>();
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maxDocumentBytes,
    sizeCalculation: (_document, text) => 1 + bytesPerCharacter * text.length,
  });

  function checksOf(datasetSchema: DatasetSchema): DocumentChecks {
    const { schema } = datasetSchema;
    const known = checks.get(datasetSchema);
    if (known) return known;
    const made = {
      validate: documentValidation(schema),
      checkLimits: createOperationLimitCheck(schema, introspectionForAll),
    };
    checks.set(datasetSchema, made);
    return made;
  }

  /** The document of a request, or what is wrong with it. */
  function documentOf({ key, datasetSchema }: DatasetGraph, text: string): DocumentNode | readonly GraphQLError[] {
    const name = `${key} ${text}`;
    const known = documents.get(name);
    if (known) return known;
    const parsed = parseDocument(text);
    if (parsed instanceof GraphQLError) return [parsed];
    const errors = checksOf(datasetSchema).validate(parsed);
    if (errors.length > 0) return errors;
    documents.set(name, parsed);
    return parsed;
  }

  async function answer(
    ctx: RequestContext,
    { datasetId }: DatasetGraphName,
    dataset: DatasetGraph,
    { query, operationName, variables }: GraphqlRequest,
  ) {
    const format = (error: unknown): GraphQLFormattedError => {
      const cause = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: toError(error) });
      const formatted = formatError(cause.toJSON(), cause, (unexpected) => reportUnexpected(log, unexpected));
      const showsHints = introspectionForAll || ctx.session.username !== undefined;
      return showsHints ? formatted : { ...formatted, message: withoutSchemaHints(formatted.message) };
    };
    const refused = (errors: readonly GraphQLError[]) => ({
      isFinal: false,
      status: 400,
      result: { errors: errors.map((error) => format(error)) },
    });
    const document = documentOf(dataset, query);
    if (!('kind' in document)) {
      const { earlier, datasetSchema } = dataset;
      const renamed = earlier && renamedFields(earlier, datasetSchema);
      return refused(renamed ? document.map((error) => suggestRenamed(error, renamed)) : document);
    }
    const operation = getOperationAST(document, operationName);
    try {
      checksOf(dataset.datasetSchema).checkLimits({
        document,
        operation: operation ?? undefined,
        variables,
        session: ctx.session,
        isStream: false,
      });
    } catch (error) {
      return refused([error instanceof GraphQLError ? error : new GraphQLError('', { originalError: toError(error) })]);
    }
    if (!operation) return fail('INTERNAL_ERROR');
    ctx.record.addOperation(operation);
    const { data, errors } = await executeOperation(
      dataset.datasetSchema,
      { document, operation, variables },
      {
        datasetId,
        publication: dataset.publication,
        execute: (inner, given) => graph.execute(inner, given, ctx),
        printSdl: () => subgraphSdlOf(dataset.datasetSchema),
      },
    );
    if (data === undefined) return refused(errors.map((error) => withErrorCode(error, 'BAD_USER_INPUT')));
    const isFinal = errors.length === 0 && !introspects(document);
    const formatted = errors.length === 0 ? undefined : errors.map((error) => format(error));
    return { isFinal, status: 200, result: limitResult(data, formatted, format) };
  }

  async function answerRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    name: DatasetGraphName,
  ): Promise<WrittenJson> {
    const { accept } = request.headers;
    const ctx = catalogOf(request);
    const given = requestIn(request) ?? fail('BAD_REQUEST', { reason: unreadable });
    const { result, status } = await datasetGraphs.answer(ctx, name, (dataset) => answer(ctx, name, dataset, given));
    reply.header('content-type', graphqlTypeFor(accept) ?? jsonType);
    if (result.errors && result.errors.length > 0) {
      recordErrors(ctx, result.errors);
      const head = headOfErrors({ ...result, status, errors: result.errors, isWellFormed: true, accept });
      reply.code(head.status).headers(head.headers);
    }
    return writeResult(ctx.reports ? { ...result, extensions: reportedExtensions(ctx, ctx.reports) } : result);
  }

  // Web pages may send text/plain without a preflight request.
  http.removeContentTypeParser('text/plain');
  const register = (scope: FastifyInstance, url: string, isSubgraph: boolean): void => {
    handleGraphqlErrors(scope, url, ['GET', 'HEAD', 'POST']);
    scope.route<{ Params: { dataset_id: string } }>({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        addVary(reply, 'accept');
        const { dataset_id: datasetId } = request.params;
        if (prefersHtml(request)) {
          const parameters = /\?.*/.exec(request.url)?.[0] ?? '';
          return reply.redirect(`${basePath}/graphiql/datasets/${encodeURIComponent(datasetId)}${parameters}`, 303);
        }
        const ctx = catalogOf(request);
        const chosen = chooseDocument(request, reply);
        if (request.method !== 'POST') allowCaching(reply, ctx);
        const answered = await measureAnswer(ctx, () => answerRequest(chosen, reply, { datasetId, isSubgraph }));
        if (reply.statusCode !== 200 || ctx.record.isPersonal) keepFromCaches(reply);
        return answered;
      },
    });
  };
  register(http, '/graphql/datasets/:dataset_id', false);
  if (config.subgraph)
    void http.register(async (scope) => {
      register(scope, '/graphql/datasets/:dataset_id/subgraph', true);
    });
}

/** The SDL of a typed graph as a subgraph. */
const subgraphSdlOf = (datasetSchema: DatasetSchema): string =>
  printSubgraphSdl(datasetSchema.schema, {
    keysOf: (type) => (type === datasetSchema.rowType.name ? [recordKey] : []),
    isShared: (type) => type !== 'Query' && isSharedType(datasetSchema.prefix, type),
  });

const unreadable =
  'Send query, and variables where it has any, as a JSON object by POST with the content type application/json, or as parameters of a GET with that content type or the header apollo-require-preflight.';

const introspects = onceFor(asksForIntrospection);

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
