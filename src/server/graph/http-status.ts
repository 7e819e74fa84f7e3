import { httpStatusByKind } from '#api/errors/status-of-kind.ts';
import { errorCodes } from '#kernel/error-codes.ts';

/** The codes of errors after which clients retry. */
const retryableCodes: ReadonlySet<unknown> = new Set(
  Object.entries(errorCodes).flatMap(([code, { kind }]) => (kind === 'unavailable' ? [code] : [])),
);

/** What the status of a GraphQL response depends on. */
export interface ResponseHead {
  readonly status: number | undefined;
  /** The codes of the response's errors. */
  readonly codes: readonly unknown[];
  /** Whether the request was JSON with a document, valid or not. */
  readonly isWellFormed: boolean;
  readonly accept: string | undefined;
}

/**
 * The HTTP status of a GraphQL response (GraphQL over HTTP, Processing the response). With `application/json`, every
 * well-formed request gets 200: with another status, a client could not tell the response from the JSON of a proxy in
 * between. With `application/graphql-response+json`, the status stays as the server set it. With an error of the kind
 * `unavailable`, both types get 503, so that clients retry.
 */
export function httpStatusOf({ status, codes, isWellFormed, accept = '' }: ResponseHead): number | undefined {
  if (codes.some((code) => retryableCodes.has(code))) return httpStatusByKind.unavailable;
  return status === 400 && isWellFormed && !prefersGraphqlResponse(accept) ? 200 : status;
}

/** Whether an Accept header prefers GraphQL's media type to JSON: by quality, then specificity, then order. */
function prefersGraphqlResponse(accept: string): boolean {
  const ranges = accept.split(',').map((range, index) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { name, rank: [quality, name.includes('*') ? 0 : 1, -index] as const };
  });
  const graphql = ranges.find(({ name, rank }) => name === 'application/graphql-response+json' && rank[0] > 0);
  const json = ranges.find(({ name }) => ['application/json', 'application/*', '*/*'].includes(name));
  if (!graphql || !json) return graphql !== undefined;
  const difference = graphql.rank.map((part, index) => part - (json.rank[index] ?? 0)).find((part) => part !== 0);
  return difference === undefined || difference > 0;
}
