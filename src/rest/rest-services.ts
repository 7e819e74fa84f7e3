import type { FastifyRequest } from 'fastify';
import type { RequestContext, StoredAnswer } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import type { CatalogError } from '#kernel/fail.ts';
import type { RestConventions } from './conventions.ts';
import type { ParseVariables, TranslateError } from './request/parse-variables.ts';

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
