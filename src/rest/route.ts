import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import type { InputIdentifiers } from '#api/catalog-module.ts';
import type { Graph, OperationResult, UncheckedVariables } from '#api/graph.ts';
import {
  type BodyForm,
  bodyFormOf,
  mappingOf,
  pathIdentifiers,
  readVariables,
  type RequestMapping,
  requestName,
  type RestInput,
  type VariableSources,
  wireName,
} from './request/request-value.ts';
import type { Responder, RestResponse } from './responders/responders.ts';
import type { RequestContext, StoredAnswer } from '#api/context.ts';
import type { ErrorEntry, ErrorKind } from '#kernel/error-codes.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import type { FastifyRequest } from 'fastify';

/** A method of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A right on the dataset of the path, a permission of the caller, `configure`: any right to configure something, or `design`: any to design pages or the portal. */
export type Right = keyof typeof rightsOnDataset | (typeof domainRights)[number] | 'configure' | 'design';

/** The rights on the dataset of the path, with their permissions. */
export const rightsOnDataset = Object.freeze({
  canEdit: 'edit_dataset',
  canPublish: 'publish_dataset',
  canManage: 'manage_dataset',
});

/** The permissions of a caller that routes need. */
export const domainRights = [
  'create_dataset',
  'edit_dataset',
  'publish_dataset',
  'create_page',
  'manage_connection',
  'administer',
] as const;

/** Executes an operation of the graph on behalf of the caller. */
export type ExecuteOperation = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: UncheckedVariables<Variables>,
) => Promise<OperationResult<Data>>;

/** Converts the error of a part of a request to one of the error table, and its extensions; an unexpected error is logged and masked. */
export type FailureOf = (error: unknown) => {
  readonly failure: CatalogError;
  readonly extensions: Readonly<Record<string, unknown>>;
};

/** Runs the prechecks of a mutation on behalf of the caller, before its content is read. */
export type Precheck = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  names: InputIdentifiers,
) => Promise<void>;

/**
 * The requirements of a route beyond its method, path, operation and responder. All of it is checked before the request's
 * content, so that a caller without the right learns nothing else (docs/contract/rest.md 1, Order of checks).
 */
interface RouteNeeds {
  /** The rights that the caller must have, in the order in which they are checked. */
  readonly rights?: readonly Right[];
  /** The route that reads the object which this route changes or lists from. The response is 404 when that object does not exist. */
  readonly target?: Route;
  /** Whether the graph checks the identifiers in the path before the body is read. */
  readonly precheck?: boolean;
  /** Whether callers without the right do not see the object: 404 in place of 403. */
  readonly hidesObject?: boolean;
}

/** What every route declares besides its operation. */
export interface RouteDefinition<Variables> {
  /** The name of the operation in OpenAPI and in clients made from it, where it is not that of the graph. */
  readonly operationId?: string;
  readonly method: Method;
  /** The path below the base, as the contract writes it: `/datasets/{dataset_uid}/`. */
  readonly path: string;
  readonly variables: VariableSources<Variables>;
  readonly needs?: RouteNeeds;
  /** Whether caches may keep what callers without a key read: it depends on nothing but the address. Default: no. */
  readonly isPublic?: boolean;
  /** The query parameters that are `true` or `false` and shape the response, not the operation, with their descriptions. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** One line of the contract: (method, path) → operation → responder. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The name of the operation of the graph. */
  readonly operation: string;
  /** The name of the operation in OpenAPI. */
  readonly operationId: string;
  readonly document: DocumentNode;
  /** Whether the operation changes something. */
  readonly isMutation: boolean;
  /** Where the variables of the operation come from. */
  readonly variables: RequestMapping;
  readonly body: BodyForm;
  readonly needs: RouteNeeds;
  /** Whether caches may keep what callers without a key read. */
  readonly isPublic: boolean;
  readonly flags: Readonly<Record<string, string>>;
  readonly describeResponse: Responder<never>['describe'];
  readonly respond: (execute: ExecuteOperation, input: RestInput, failureOf: FailureOf) => Promise<RestResponse>;
  /** Runs the prechecks of the mutation before the body is read, where the route needs them. */
  readonly precheck?: (precheck: Precheck, input: RestInput) => Promise<void>;
}

/** Makes a route. A variable, a field or a path of the result that the operation does not have is a type error. */
export const route = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  { respond: { respond, describe }, ...definition }: RouteDefinition<Variables> & { readonly respond: Responder<Data> },
): Route =>
  customRoute(operation, {
    ...definition,
    describeResponse: describe,
    respond: async (execute, input, variables) => respond(await execute(operation, variables), input),
  });

/** Makes a route whose `respond` executes the operation itself. */
export function customRoute<Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  {
    operationId = nameOf(operation),
    method,
    path,
    variables,
    needs = {},
    isPublic = false,
    flags = {},
    describeResponse,
    respond,
  }: RouteDefinition<Variables> & {
    readonly describeResponse: Route['describeResponse'];
    readonly respond: (
      execute: ExecuteOperation,
      input: RestInput,
      variables: UncheckedVariables<Variables>,
      failureOf: FailureOf,
    ) => Promise<RestResponse>;
  },
): Route {
  const mapping = mappingOf(variables);
  return {
    method,
    path,
    operation: nameOf(operation),
    operationId,
    document: operation,
    isMutation: getOperationAST(operation)?.operation === OperationTypeNode.MUTATION,
    variables: mapping,
    body: bodyFormOf(mapping),
    needs,
    isPublic,
    flags,
    describeResponse,
    ...(needs.precheck && { precheck: (precheck, input) => precheck(operation, pathIdentifiers(mapping, input)) }),
    respond: async (execute, input, failureOf) => {
      try {
        return await respond(execute, input, readVariables<Variables>(mapping, input), failureOf);
      } catch (error) {
        throw needs.hidesObject && isDenied(error) ? new CatalogError('NOT_FOUND') : error;
      }
    },
  };
}

const isDenied = (error: unknown): boolean => error instanceof CatalogError && error.code === 'PERMISSION_DENIED';

/** A path as the router has it: `{dataset_uid}` of the contract is `:dataset_uid`. */
export const urlOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The names of a path's parameters, in their order. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function nameOf({ definitions }: DocumentNode): string {
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.name) return definition.name.value;
  throw new Error('A persisted operation has a name.');
}

/** REST's `error_code` of each kind of failure, unless its entry has its own (docs/contract/rest.md 1, Errors). */
const errorCodeOfKind: Readonly<Record<ErrorKind, string>> = Object.freeze({
  malformed: 'bad_request',
  invalid: 'validation_error',
  status: 'invalid_dataset_status',
  anonymous: 'unauthorized',
  denied: 'permission_denied',
  missing: 'not_found',
  method: 'method_not_allowed',
  tooLarge: 'payload_too_large',
  timeout: 'request_timeout',
  conflict: 'conflict',
  gone: 'gone',
  addressTooLong: 'uri_too_long',
  headersTooLarge: 'request_header_fields_too_large',
  mediaType: 'unsupported_media_type',
  unprocessable: 'unprocessable_content',
  revision: 'revision_mismatch',
  range: 'range_not_satisfiable',
  rate: 'rate_limit_exceeded',
  internal: 'internal_error',
  unavailable: 'unavailable',
  timedOut: 'timed_out',
  full: 'storage_full',
});

/** REST's `error_code` of a failure. */
export const errorCodeOf = ({ kind, errorCode }: ErrorEntry): string => errorCode ?? errorCodeOfKind[kind];

/** The body of a failure. Invalid input has the message `Invalid input` and lists its fields under `detail`. */
export function errorBody(
  failure: CatalogError,
  extensions: Readonly<Record<string, unknown>>,
  route?: Pick<Route, 'variables' | 'body'>,
): object {
  const { kind } = failure.entry;
  const error_code = errorCodeOf(failure.entry);
  if (kind !== 'invalid')
    return {
      error_code,
      message: failure.message,
      ...('trace_id' in extensions && { trace_id: extensions['trace_id'] }),
    };
  const fields = Object.entries(failure.fields ?? { non_field_errors: [failure.message] });
  return {
    error_code,
    message: 'Invalid input',
    detail: Object.fromEntries(
      fields.map(([field, messages]) => [
        route ? requestName(field, route.variables, route.body) : wireName(field),
        messages,
      ]),
    ),
  };
}

/** The JSON Schema of the bodies of failures with a status. */
export const errorSchema = (status: number, codes: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: {
    error_code: { type: 'string', enum: codes, description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    ...(status === 400 && {
      detail: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Present with `validation_error`: what is wrong with each field.',
      },
    }),
    ...(status === 500 && {
      trace_id: { type: 'string', format: 'uuid', description: 'Identifies the failure in the log.' },
    }),
  },
  required: ['error_code', 'message', ...(status === 500 ? ['trace_id'] : [])],
  additionalProperties: false,
});

/** A failed request: its error, its route and its context. */
export interface FailedRequest {
  readonly failure: CatalogError;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly route: Route | undefined;
  /** Null where the caller is unknown. */
  readonly ctx: RequestContext | null;
}

/** How the OpenAPI document of an interface describes failures. */
export interface FailureDescription {
  /** The `error_code` of an entry of the error table. */
  readonly errorCodeOf: (entry: ErrorEntry) => string;
  /** The JSON Schema of the error bodies with this status. */
  readonly schemaOf: (status: number, codes: readonly string[]) => JsonSchema;
  /** The statuses of failures that are possible for every request. */
  readonly statuses: readonly number[];
}

/** What the routes of an interface have in common. */
export interface RestConventions {
  /** Normalizes the parameters of the query string before a route reads them. */
  readonly readQuery: (query: RestInput['query']) => RestInput['query'];
  /** Whether web pages of every origin may call the interface, whatever CORS_ORIGINS allows. */
  readonly isOpenToAllOrigins: boolean;
  /** Whether calls of the interface count towards the caller's quota on the domain. */
  readonly isMetered: boolean;
  /** Counts a request towards the quota of the dataset in its path, once. Fails CALLS_QUOTA_REACHED. */
  readonly countDatasetCall: (execute: ExecuteOperation, input: RestInput, ctx: RequestContext) => Promise<void>;
  /** Headers of every answer, errors included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers with what the caller has left of quotas; empty without a quota. The context is null where the caller is unknown. */
  readonly quotaHeaders: (ctx: RequestContext | null) => Readonly<Record<string, string>>;
  /** The body of the answer to a failed request. */
  readonly errorBody: (failed: FailedRequest) => object;
  /** How the OpenAPI document of the interface describes failures. */
  readonly failures: FailureDescription;
}

/** The conventions of the administration and of the portal (docs/contract/rest.md 1). */
export const restConventions: RestConventions = {
  readQuery: (query) => query,
  isOpenToAllOrigins: false,
  isMetered: false,
  countDatasetCall: () => Promise.resolve(),
  headers: {},
  quotaHeaders: () => ({}),
  errorBody: ({ failure, extensions, route }) => errorBody(failure, extensions, route),
  failures: { errorCodeOf, schemaOf: errorSchema, statuses: [400, 401, 403, 429, 500, 503, 504, 507] },
};

/** Finds the answers of repeated requests. */
export interface KeyedRequests {
  /** Whether a request has a key. Nothing else is called for a request without one. */
  readonly isKeyed: (request: FastifyRequest) => boolean;
  /** The answer to send in place of executing the request; undefined for the first request with its key. */
  readonly findAnswer: (request: FastifyRequest, content: object) => Promise<StoredAnswer | undefined>;
  /** Whether the caller has sent the key before: the checks that precede a body were made then. */
  readonly isRepeated: (request: FastifyRequest) => Promise<boolean>;
}

/** What the REST layer needs from the server. */
export interface RestServices {
  readonly graph: Graph;
  readonly parseVariables: ParseVariables;
  readonly translateError: TranslateError;
  readonly contextOf: (request: FastifyRequest) => RequestContext;
  /** Executes requests with an Idempotency-Key once. */
  readonly keyedRequests: KeyedRequests;
  /** Counts a call towards the caller's quota on the domain; fails DOMAIN_QUOTA_REACHED. */
  readonly countCall: (ctx: RequestContext) => Promise<void>;
  /** Converts an error to one of the error table; an unexpected error is logged. */
  readonly failureOf: (error: unknown, request: FastifyRequest) => ReturnType<FailureOf>;
}

/** The services of the REST layer, and the conventions of one API. */
export interface ApiServices extends RestServices {
  readonly conventions: RestConventions;
}

/** Converts the variables of a request to the names and values that the operation takes. */
export type ParseVariables = <Given extends object>(document: DocumentNode, variables: Given) => Given;

/** Translates the error of an operation for REST. Only the messages of invalid input change. */
export type TranslateError = (document: DocumentNode, error: unknown) => unknown;
