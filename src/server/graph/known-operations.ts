import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  execute,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import type { RequestContext } from '#api/context.ts';
import type { Session } from '#api/session.ts';
import {
  checkJsonSize,
  isJsonObject,
  type JsonObject,
  type JsonParts,
  JsonText,
  mayLoseDigits,
  tryParseJson,
  writeJson,
  type WrittenJson,
} from '#kernel/json.ts';
import { limits } from './limit-rules.ts';
import { catalogOf } from '../create-context.ts';
import {
  type ChosenOperation,
  type CheckOperationLimits,
  type KnownDocuments,
  parseDocument,
} from './validate-operation.ts';
import { graphqlTypeFor, headOfErrors } from '#http/answer-head.ts';
import { recordErrors, reportedExtensions } from './reports.ts';
import { chargeOperation } from './operation-cost.ts';
import { hash } from 'node:crypto';
import type { KeyedRequests } from '#rest/route.ts';
import type { ApolloServerPlugin } from '@apollo/server';
import type { OperationRequest, Planner } from '#api/planning/planner.ts';

/** Answers a request, or returns undefined and leaves it to Apollo. */
export type AnswerKnownQuery = (request: FastifyRequest, reply: FastifyReply) => Promise<WrittenJson | undefined>;

/** The parts of `answerKnownQueries`. */
interface KnownQueryParts {
  readonly resultByPlan: ResultByPlan;
  readonly resultByResolvers: ResultByResolvers;
  readonly checkOperationLimits: CheckOperationLimits;
  readonly documents: KnownDocuments;
}

/**
 * Creates the function that answers a query or a mutation without Apollo, which takes longer than the rest of a small request: by its plan, or
 * by resolvers where no plan expresses it. Apollo answers the first request of each document, and every request that another check refuses.
 */
export const answerKnownQueries =
  ({ resultByPlan, resultByResolvers, checkOperationLimits, documents }: KnownQueryParts): AnswerKnownQuery =>
  async (request, reply) => {
    const { accept } = request.headers;
    const contentType = graphqlTypeFor(accept);
    const given = contentType === undefined ? undefined : requestIn(request);
    const document = given && documents.get(given.query);
    if (contentType === undefined || !document) return undefined;
    const operation = getOperationAST(document, given.operationName);
    if (!operation || !given.kinds.includes(operation.operation)) return undefined;
    const ctx = catalogOf(request);
    const query = { document, operation, variables: given.variables };
    const cost = costIfAllowed(checkOperationLimits, { ...query, session: ctx.session, isStream: false });
    if (cost === undefined) return undefined;
    const waiting = chargeOperation(ctx, cost);
    if (waiting) await waiting;
    const result = (await resultByPlan(ctx, query)) ?? (await resultByResolvers(ctx, query));
    if (!result) return undefined;
    reply.header('content-type', contentType);
    if (result.errors) {
      recordErrors(ctx, result.errors);
      const { status, headers } = headOfErrors({
        data: result.data,
        errors: result.errors,
        isWellFormed: true,
        accept,
      });
      reply.code(status).headers(headers);
    }
    return writeResult(ctx.reports ? { ...result, extensions: reportedExtensions(ctx, ctx.reports) } : result);
  };

/** A GraphQL request. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | null | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The kinds of operations that are answered. */
  readonly kinds: readonly OperationTypeNode[];
}

/**
 * The GraphQL request in a JSON body of the usual form, or in the parameters of a GET that no page of another origin can send; undefined for any
 * other request, which Apollo reads or refuses.
 */
export function requestIn({ method, headers, body, query }: FastifyRequest): GraphqlRequest | undefined {
  const type = headers['content-type'];
  if (method === 'GET') {
    const isOfOwnPage = type === undefined ? preflightHeaders.some((name) => headers[name]) : isJsonType.test(type);
    return isOfOwnPage && isJsonObject(query) ? requestInParameters(query) : undefined;
  }
  if (method !== 'POST' || !isJsonType.test(type ?? '') || !isJsonObject(body)) return undefined;
  return requestOf(body, [OperationTypeNode.QUERY, OperationTypeNode.MUTATION]);
}

/** Headers that a browser sends to another origin only with its permission, which Apollo asks for. */
const preflightHeaders = ['apollo-require-preflight', 'x-apollo-operation-name'];

/** The request in the parameters of a GET. Apollo reads numbers there as JavaScript does. */
function requestInParameters(query: JsonObject): GraphqlRequest | undefined {
  const { variables, ...others } = query;
  if (variables === undefined) return requestOf(others, [OperationTypeNode.QUERY]);
  if (typeof variables !== 'string' || mayLoseDigits(variables)) return undefined;
  const parsed = tryParseJson(variables);
  return isJsonObject(parsed) ? requestOf({ ...others, variables: parsed }, [OperationTypeNode.QUERY]) : undefined;
}

function requestOf(
  { query, operationName, variables, extensions }: Readonly<Record<string, unknown>>,
  kinds: readonly OperationTypeNode[],
): GraphqlRequest | undefined {
  if (typeof query !== 'string' || (operationName != null && typeof operationName !== 'string')) return undefined;
  if (variables != null && !isJsonObject(variables)) return undefined;
  if (extensions != null && (!isJsonObject(extensions) || 'persistedQuery' in extensions)) return undefined;
  return { query, operationName, variables: variables ?? {}, kinds };
}

const isJsonType = /^application\/json *(?:;|$)/i;

/** The cost of an operation that the guard accepts, else undefined. Apollo repeats a refused check and reports its error. */
function costIfAllowed(checkOperationLimits: CheckOperationLimits, chosen: ChosenOperation): number | undefined {
  try {
    return checkOperationLimits(chosen);
  } catch {
    return undefined;
  }
}

/** Answers a mutation that is repeated with its Idempotency-Key; undefined for all other requests. */
export type AnswerRepeated = (request: FastifyRequest, reply: FastifyReply) => Promise<WrittenJson | undefined>;

/**
 * Creates the function that claims the Idempotency-Key of a mutation, or answers it as the first request with its key. All mutations of a
 * document share the key: if the first one was made and the process was killed, the document is not executed again. Queries are executed
 * every time.
 */
export const answerRepeated =
  ({ isKeyed, findAnswer }: KeyedRequests, documents: KnownDocuments): AnswerRepeated =>
  async (request, reply) => {
    const { method, body } = request;
    if (!isKeyed(request) || method !== 'POST' || !isJsonObject(body) || !mayChange(body, documents)) return undefined;
    const { operationName = null, variables = null } = body;
    const answer = await findAnswer(request, { document: documentHash(body), operationName, variables });
    if (!answer) return undefined;
    reply.code(answer.status).headers(answer.headers);
    return answer.body;
  };

/** Whether an operation may be a mutation. That of a persisted query is not known here. */
function mayChange({ query, operationName }: JsonObject, documents: KnownDocuments): boolean {
  if (typeof query !== 'string') return true;
  const document = documents.get(query) ?? parseDocument(query);
  if (document instanceof GraphQLError) return false;
  const name = typeof operationName === 'string' ? operationName : undefined;
  return getOperationAST(document, name)?.operation === OperationTypeNode.MUTATION;
}

/** The SHA-256 of a document, which identifies it as a persisted query too; null without a document. */
function documentHash({ query, extensions }: JsonObject): string | null {
  if (typeof query === 'string') return hash('sha256', query);
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  return isJsonObject(persisted) && typeof persisted['sha256Hash'] === 'string' ? persisted['sha256Hash'] : null;
}

/** Formats an error for clients. */
export type FormatError = (error: unknown) => GraphQLFormattedError;

/** The result of an operation that a plan answers. */
interface PlannedResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data: JsonParts | null;
}

/** The result of an operation by its plan, or the error that ended it; undefined where resolvers are to answer. */
export type ResultByPlan = (ctx: RequestContext, query: OperationRequest) => Promise<PlannedResult | undefined>;

/**
 * Creates the function that answers operations of clients by their plans; their variables have the input types of `clientSchema`. A request
 * that no plan answers is planned once, with one budget of results.
 */
export function createResultByPlan(
  planner: Planner,
  clientSchema: GraphQLSchema,
  formatError: FormatError,
): ResultByPlan {
  return async (ctx, query) => {
    const { admission, state } = ctx;
    ctx.record.addOperation(query.operation);
    if (state.isLeftToResolvers) return undefined;
    admission.beginOperation(query.operation.operation);
    try {
      const data = await planner.execute(ctx, query, clientSchema);
      if (data) return { data };
      state.isLeftToResolvers = true;
      return undefined;
    } catch (error) {
      return { errors: [formatError(error)], data: null };
    }
  };
}

/** The result of an operation by its resolvers. */
interface ResolvedResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data: JsonText | null;
}

/** Executes an operation by its resolvers; undefined where nothing was executed, because a variable is invalid. */
export type ResultByResolvers = (ctx: RequestContext, query: OperationRequest) => Promise<ResolvedResult | undefined>;

/** Creates the function that executes operations by their resolvers, as Apollo would. */
export function createResultByResolvers(
  schema: GraphQLSchema,
  formatError: (error: unknown, session: Session) => GraphQLFormattedError,
): ResultByResolvers {
  return async (contextValue, { document, operation, variables }) => {
    const { data, errors } = await execute({
      schema,
      document,
      operationName: operation.name?.value,
      variableValues: variables,
      contextValue,
      options: executionOptions,
    });
    if (data === undefined) return undefined;
    const format = (error: unknown) => formatError(error, contextValue.session);
    return limitResult(data, errors?.map(format), format);
  };
}

/** The options of graphql-js. */
export const executionOptions = Object.freeze({ maxCoercionErrors: limits.errors });

/**
 * Writes the data of a response, so that it is an error where it is too large. Such a response is known before its status is set, and has no
 * data, because a part of it could be taken for the whole.
 */
export function limitResult(
  data: unknown,
  errors: readonly GraphQLFormattedError[] | undefined,
  formatError: FormatError,
): ResolvedResult {
  try {
    checkJsonSize(errors);
    return { ...(errors && { errors }), data: data === null ? null : new JsonText(writeJson(data)) };
  } catch (error) {
    return { errors: [formatError(error)], data: null };
  }
}

/** Executes operations by plans where possible: the bytes of the database become the response, without being parsed or decoded. */
export const executeByPlan = (resultByPlan: ResultByPlan): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response: { http } }) => {
      const result = await resultByPlan(contextValue, { document, operation, variables: request.variables ?? {} });
      // Apollo keeps the object, and does not read the parts.
      return result
        ? { http, body: { kind: 'single', singleResult: { ...result, data: result.data && { ...result.data } } } }
        : null;
    },
  }),
});

/** Writes a result as JSON, with the texts that it holds. */
export const writeResult = (result: object): WrittenJson => writeJson(result, '\n');
