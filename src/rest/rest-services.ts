import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../api/context.ts';
import type { Graph } from '../api/graph.ts';
import type { CatalogError } from '../kernel/fail.ts';
import type { RestConventions } from './conventions.ts';
import type { TranslateError } from './errors/translate-error.ts';
import type { ParseVariables } from './request/parse-variables.ts';

/** What the REST layer needs from the server. */
export interface RestServices {
  readonly graph: Graph;
  readonly parseVariables: ParseVariables;
  readonly translateError: TranslateError;
  readonly contextOf: (request: FastifyRequest) => RequestContext;
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
