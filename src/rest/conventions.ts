import type { RequestContext } from '../api/context.ts';
import type { CatalogError } from '../kernel/fail.ts';
import { errorBody } from './errors/error-body.ts';
import type { RestInput } from './request/rest-input.ts';
import type { Route } from './route.ts';

/** What a request failed with, and what is known of the request. */
export interface FailedRequest {
  readonly failure: CatalogError;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly route: Route | undefined;
  /** Null where the caller is unknown. */
  readonly ctx: RequestContext | null;
}

/** What the routes of an interface have in common. */
export interface RestConventions {
  /** The query string's parameters as the routes read them. */
  readonly readQuery: (query: RestInput['query']) => RestInput['query'];
  /** Headers of every answer, errors included; the context is null where the caller is unknown. */
  readonly headersOf: (ctx: RequestContext | null) => Readonly<Record<string, string>>;
  readonly errorBody: (failed: FailedRequest) => object;
}

/** The conventions of the administration and of the portal (docs/contract/rest.md 1). */
export const restConventions: RestConventions = {
  readQuery: (query) => query,
  headersOf: () => ({}),
  errorBody: ({ failure, extensions, route }) => errorBody(failure, extensions, route),
};
