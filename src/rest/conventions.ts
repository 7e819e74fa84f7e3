import type { RequestContext, StoredAnswer } from '#api/context.ts';
import type { ErrorEntry } from '#kernel/error-codes.ts';
import type { CatalogError } from '#kernel/fail.ts';
import { errorBody, errorCodeOf, errorSchema } from './errors.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import type { RestInput } from './request/request-value.ts';
import type { ExecuteOperation, Route } from './route.ts';
import type { FastifyRequest } from 'fastify';
import type { Graph } from '#api/graph.ts';
import type { DocumentNode } from 'graphql';

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
  /**
   * Counts a request towards the quota of the dataset in its path, unless the operation already counted it. Fails
   * CALLS_QUOTA_REACHED.
   */
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
  readonly failureOf: (
    error: unknown,
    request: FastifyRequest,
  ) => { failure: CatalogError; extensions: Readonly<Record<string, unknown>> };
}

/** The services of the REST layer, and the conventions of one API. */
export interface ApiServices extends RestServices {
  readonly conventions: RestConventions;
}

/** Converts the variables of a request to the names and values that the operation takes. */
export type ParseVariables = <Given extends object>(document: DocumentNode, variables: Given) => Given;

/** Translates the error of an operation for REST. Only the messages of invalid input change. */
export type TranslateError = (document: DocumentNode, error: unknown) => unknown;
