import type { FastifyReply } from 'fastify';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { errorCodes } from '#kernel/error-codes.ts';
import type { CatalogError } from '#kernel/fail.ts';
import { JsonText } from '#kernel/json.ts';
import { notCached } from './answers.ts';

/** What decides the head of every answer of the graph, of REST and of tools: the status, `retry-after` and the content type. */

/** The content type of JSON. */
export const jsonType = 'application/json; charset=utf-8';

const graphqlMediaType = 'application/graphql-response+json';
const graphqlType = `${graphqlMediaType}; charset=utf-8`;

/** The content types of GraphQL responses for the Accept headers that most clients send. */
const graphqlTypes: ReadonlyMap<string, string> = new Map([
  ['', jsonType],
  ['*/*', jsonType],
  ['application/json', jsonType],
  [graphqlMediaType, graphqlType],
  [`${graphqlMediaType},application/json;q=0.9`, graphqlType],
]);

/** The content type of a GraphQL response; undefined for the Accept headers that Apollo reads. */
export const graphqlTypeFor = (accept = ''): string | undefined => graphqlTypes.get(accept);

/** The status of an answer with an error, and the headers that follow from the error. */
export interface FailureHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The head of the answer to a request that fails as a whole. */
export function headOfFailure({ entry: { kind }, retryAfter }: CatalogError): FailureHead {
  const isRetryable = kind === 'unavailable' || kind === 'rate' || retryAfter !== undefined;
  return {
    status: httpStatusByKind[kind],
    headers: {
      ...(isRetryable && retryAfterHeader(retryAfter)),
      // The server does not read the rest of a body that is too large.
      ...(kind === 'tooLarge' && { connection: 'close' }),
    },
  };
}

const retryAfterHeader = (seconds = 1) => ({ 'retry-after': String(seconds) });

/** The headers that describe the file or the stream of an answer. */
const contentHeaders = ['accept-ranges', 'content-disposition', 'content-encoding', 'content-security-policy', 'etag'];

/** Sends an error with its body as JSON. What failed before its first byte may have set headers for its content. */
export function sendFailure(reply: FastifyReply, failure: CatalogError, body: object): void {
  const { status, headers } = headOfFailure(failure);
  for (const name of contentHeaders) reply.removeHeader(name);
  if (failure.entry.kind !== 'range') reply.removeHeader('content-range');
  reply.code(status).headers(headers).type(jsonType).send(body);
}

/** A GraphQL response with errors. */
interface ErrorResponse {
  /** The status that the server would send. Default: 200. */
  readonly status?: number | undefined;
  /** The data, as it was written. Default: none. */
  readonly data?: unknown;
  readonly errors: readonly { readonly extensions?: Readonly<Record<string, unknown>> | undefined }[];
  /** Whether the request was JSON with a document, valid or not. */
  readonly isWellFormed: boolean;
  readonly accept: string | undefined;
}

/**
 * The head of a GraphQL response with errors (GraphQL over HTTP, Processing the response). With `application/json`, every
 * well-formed request gets 200: with another status, a client could not tell the response from the JSON of a proxy in
 * between. With `application/graphql-response+json`, the status stays as the server set it. With an error of the kind
 * `unavailable`, both types get 503, so that clients retry, unless some value is answered: many clients do not read the data of a 503.
 */
export function headOfErrors({ status = 200, data, errors, isWellFormed, accept = '' }: ErrorResponse): FailureHead {
  const headers = { 'cache-control': notCached };
  const retryable = errors.filter(({ extensions }) => retryableCodes.has(extensions?.['code']));
  if (retryable.length === 0 || hasAnswer(data))
    return { status: status === 400 && isWellFormed && !prefersGraphqlResponse(accept) ? 200 : status, headers };
  const seconds = Math.max(1, ...retryable.map(({ extensions }) => Number(extensions?.['seconds'] ?? 1)));
  return { status: httpStatusByKind.unavailable, headers: { ...headers, ...retryAfterHeader(seconds) } };
}

/** Whether some value in the data is not null. Names and nulls without values are no answer. */
const hasAnswer = (data: unknown): boolean =>
  data instanceof JsonText &&
  data.json
    .toString()
    .replace(/"\w+":|null|[{}[\],]/g, '')
    .trim() !== '';

/** The codes of errors after which clients retry. */
const retryableCodes: ReadonlySet<unknown> = new Set(
  Object.entries(errorCodes).flatMap(([code, { kind }]) => (kind === 'unavailable' ? [code] : [])),
);

/** Whether an Accept header prefers GraphQL's media type to JSON: by quality, then specificity, then order. */
function prefersGraphqlResponse(accept: string): boolean {
  const ranges = accept.split(',').map((range, index) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { name, rank: [quality, name.includes('*') ? 0 : 1, -index] as const };
  });
  const graphql = ranges.find(({ name, rank }) => name === graphqlMediaType && rank[0] > 0);
  const json = ranges.find(({ name }) => ['application/json', 'application/*', '*/*'].includes(name));
  if (!graphql || !json) return graphql !== undefined;
  const difference = graphql.rank.map((part, index) => part - (json.rank[index] ?? 0)).find((part) => part !== 0);
  return difference === undefined || difference > 0;
}
