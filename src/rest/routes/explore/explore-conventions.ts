import type { RequestContext } from '#api/context.ts';
import type { ErrorCode, ErrorEntry, ErrorKind } from '#kernel/error-codes.ts';
import { type CatalogError, failFields } from '#kernel/fail.ts';
import type { QuotaScope } from '#api/request-state.ts';
import { CountCatalogCallDocument, type ExploreFacetsFragment } from '#rest/generated/operations.ts';
import { errorSchema, type FailedRequest, type RestConventions } from '#rest/route.ts';
import type { JsonSchema } from '#rest/openapi/json-schema.ts';
import type { RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { exploreBasePath, joinExploreUrl } from '#api/session.ts';
import { pageAddress } from '../catalog/described-dataset.ts';

/** The headers with what the caller has left of their quotas (docs/contract/explore.md 12); empty without a quota. */
const quotaHeaders = (ctx: RequestContext): Readonly<Record<string, string>> => ({
  ...headersOf(ctx, 'domain', 'x-ratelimit'),
  ...headersOf(ctx, 'dataset', 'x-ratelimit-dataset'),
});

function headersOf(ctx: RequestContext, scope: QuotaScope, prefix: string): Readonly<Record<string, string>> {
  const quota = ctx.state.quotas.get(scope);
  return quota
    ? {
        [`${prefix}-limit`]: String(quota.limit),
        [`${prefix}-remaining`]: String(quota.remaining),
        [`${prefix}-reset`]: quota.resetsAt.replace('T', ' ').replace('Z', '+00:00'),
      }
    : {};
}

/** The headers that scripts of other origins may read (docs/contract/explore.md 1, CORS). */
const exposedHeaders = [
  'ODS-Explore-API-Deprecation',
  'Link',
  'X-RateLimit-Remaining',
  'X-RateLimit-Limit',
  'X-RateLimit-Reset',
  'X-RateLimit-dataset-Remaining',
  'X-RateLimit-dataset-Limit',
  'X-RateLimit-dataset-Reset',
].join(', ');

const headers = Object.freeze({ 'access-control-expose-headers': exposedHeaders });

/** Parameters that may be repeated. */
const repeatable = new Set(['where', 'refine', 'exclude', 'facet']);

/** The `error_code` of each kind of failure. A failure whose entry in `errorCodes` has an `errorCode` of the Explore API uses that one. */
const errorCodeOfKind: Readonly<Record<ErrorKind, string>> = Object.freeze({
  malformed: 'InvalidRESTParameterError',
  invalid: 'InvalidRESTParameterError',
  status: 'InvalidRESTParameterError',
  anonymous: 'Unauthorized',
  denied: 'ForbiddenAccess',
  missing: 'NotFoundURI',
  method: 'MethodNotAllowed',
  timeout: 'RequestTimeout',
  conflict: 'Conflict',
  gone: 'Gone',
  tooLarge: 'PayloadTooLarge',
  addressTooLong: 'URITooLong',
  headersTooLarge: 'RequestHeaderFieldsTooLarge',
  mediaType: 'UnsupportedMediaType',
  unprocessable: 'UnprocessableContent',
  revision: 'PreconditionFailed',
  range: 'RangeNotSatisfiable',
  rate: 'TooManyRequests',
  internal: 'InternalServerError',
  unavailable: 'Unavailable',
  timedOut: 'TimedOut',
  full: 'InsufficientStorage',
});

const errorCodeOf = ({ kind, errorCode }: ErrorEntry): string =>
  errorCode !== undefined && /^[A-Z]/.test(errorCode) ? errorCode : errorCodeOfKind[kind];

/** The conventions of the Explore API (docs/contract/explore.md 1 and 6). */
export const exploreConventions: RestConventions = {
  /** An empty parameter counts as absent. Of a parameter that may not be repeated, the first value counts. */
  readQuery: (query) =>
    Object.fromEntries(
      Object.entries(query).flatMap(([name, given]) => {
        const values = [given ?? []].flat().filter((value) => value !== '');
        if (values.length === 0) return [];
        return [[name, repeatable.has(name) ? values : (values[0] ?? '')]];
      }),
    ),
  isOpenToAllOrigins: true,
  isMetered: true,
  async countDatasetCall(execute, { path }, ctx) {
    const { dataset_id: name } = path;
    if (name === undefined || ctx.state.hasDatasetCall) return;
    ctx.state.isDatasetCall = true;
    await execute(CountCatalogCallDocument, { dataset_id: name });
  },
  headers,
  quotaHeaders: (ctx) => (ctx ? quotaHeaders(ctx) : {}),
  errorBody: (failed) => (failed.failure.entry.kind === 'rate' ? quotaBody(failed) : errorBody(failed)),
  failures: {
    errorCodeOf,
    schemaOf: (status, codes) => (status === 429 ? quotaSchema : errorSchema(status, codes)),
    statuses: [400, 401, 403, 429, 500, 503, 504, 507],
  },
};

function errorBody({ failure, extensions }: FailedRequest): object {
  return {
    error_code: errorCodeOf(failure.entry),
    message: messageOf(failure),
    ...('trace_id' in extensions && { trace_id: extensions['trace_id'] }),
  };
}

function messageOf(failure: CatalogError): string {
  if (failure.code === 'NOT_FOUND') return 'The requested URI does not exist.';
  const [invalid] = Object.entries(failure.fields ?? {});
  if (failure.entry.kind !== 'invalid' || !invalid) return failure.message;
  const [field, [message = failure.message]] = invalid;
  return message.startsWith('Invalid value for')
    ? message
    : `Invalid value for ${parameterOf(field)} API parameter: ${message}`;
}

/** The parameter of a field of the graph's input: `odsql.groupBy` → `group_by`. */
const parameterOf = (field: string): string =>
  field.replace(/^(odsql|options)\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The quota that a failure exceeded. */
const scopes: Readonly<Partial<Record<ErrorCode, QuotaScope>>> = {
  CALLS_QUOTA_REACHED: 'dataset',
  DOMAIN_QUOTA_REACHED: 'domain',
};

/** The budget of points that a failure exceeded, in the terms of a quota: clients read from the body when to go on. */
function pointsOf({ code, details, retryAfter = 1 }: CatalogError, { app }: RequestContext) {
  const { limit, unit } = details;
  if (code !== 'RATE_LIMIT_EXCEEDED' || unit !== 'points' || typeof limit !== 'number') return undefined;
  const end = new Date(app.clock.now().getTime() + retryAfter * 1_000);
  return { unit: 'minute', limit, resetsAt: `${end.toISOString().slice(0, 19)}Z` };
}

/** The body of a 429, which differs from the bodies of other failures. */
function quotaBody({ failure, ctx }: FailedRequest): object {
  const scope = scopes[failure.code];
  const quota = ctx && scope ? ctx.state.quotas.get(scope) : ctx && pointsOf(failure, ctx);
  const isAnonymous = ctx?.session.username === undefined;
  const message = quota ? 'Too many requests on the domain. Please contact the domain administrator.' : failure.message;
  return {
    errorcode: isAnonymous ? 10_005 : 10_002,
    ...(quota && { reset_time: quota.resetsAt, limit_time_unit: quota.unit, call_limit: quota.limit }),
    error: isAnonymous ? 'You have exceeded the requests limit for anonymous users.' : message,
  };
}

const quotaSchema: JsonSchema = {
  type: 'object',
  properties: {
    errorcode: { type: 'integer', enum: [10_002, 10_005], description: '10005 for callers without a key.' },
    reset_time: { type: 'string', format: 'date-time', description: 'When the next period begins.' },
    limit_time_unit: { type: 'string', enum: ['second', 'minute', 'hour', 'day', 'month'] },
    call_limit: { type: 'integer', description: 'The number of calls in a period.' },
    error: { type: 'string', description: 'What went wrong, for people.' },
  },
  required: ['errorcode', 'error'],
  additionalProperties: false,
};

/** A response that consists of links. */
export const linksResponse = (found: readonly Link[]): RestResponse => ({ status: 200, body: { links: found } });

/** The query parameters that add properties to rows and datasets. */
export const additionalFlags = {
  include_links: 'Whether the answer has `_links` to other pages and objects.',
  include_app_metas:
    'Whether the answer has the technical fields of records, and the metadata templates of type extra.',
};

/** A page of results. Groups are not counted, so their `total` is null. */
export function pageResponse(input: RestInput, total: number | null, results: readonly object[]): RestResponse {
  const { limit, offset } = { limit: Number(input.query['limit'] ?? 10), offset: Number(input.query['offset'] ?? 0) };
  return {
    status: 200,
    body: {
      ...(readBoolean(input, 'include_links') && { _links: pageLinks(input, { limit, offset, total }) }),
      ...(total !== null && { total_count: total }),
      results,
    },
  };
}

/** A response with facets. */
export const facetsResponse = (facets: readonly ExploreFacetsFragment[], found: readonly Link[]): RestResponse => ({
  status: 200,
  body: { links: found, facets },
});

/** A text as a literal of the query language. */
export const odsqlLiteral = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

/** A parameter that is `true` or `false`, in any case; false without it. Fails INVALID_INPUT for another value. */
export function readBoolean({ query }: Pick<RestInput, 'query'>, name: string): boolean {
  const text = String(query[name] ?? 'false');
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return failFields({
    [name]: [`Invalid value for ${name} API parameter: ${text} was found but true or false is expected.`],
  });
}

/** A link of the Explore API (docs/contract/explore.md 4, Links). */
interface Link {
  readonly rel: string;
  readonly href: string;
}

/** The absolute address of the Explore API, as the client reached it. */
const rootOf = ({ url }: Pick<RestInput, 'url'>): string =>
  url.slice(0, url.indexOf(exploreBasePath) + exploreBasePath.length);

/** The absolute URL of a path below the root of the Explore API; the segments are percent-encoded. */
export const addressOf = (input: Pick<RestInput, 'url'>, ...parts: readonly string[]): string =>
  joinExploreUrl(rootOf(input), ...parts);

/** The header with the link to the machine-readable page that describes a dataset (RFC 8288, relation `describedby` of POWDER). */
export const describedBy = ({ url }: Pick<RestInput, 'url'>, uid: string): { readonly link: string } => ({
  link: `<${pageAddress(url.slice(0, url.indexOf(exploreBasePath)), uid)}>; rel="describedby"; type="application/ld+json"`,
});

/** The address of the request itself, without its key. */
export function selfLink({ url, query }: RestInput): Link {
  const text = searchOf(query, {});
  return { rel: 'self', href: `${url.slice(0, -1)}${text}` };
}

/** A requested page. */
interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The number of all results; null where it is not counted. */
  readonly total: number | null;
}

/** The maximum sum of `offset` and `limit` of a page. */
const maxEnd = 10_000;

/** The links of a page: the page itself, the first page, the last page within the maximum, and the next page if there is one. */
function pageLinks(input: RestInput, { limit, offset, total }: Page): Link[] {
  const linkTo = (rel: string, start: number): Link => ({
    rel,
    href: `${input.url.slice(0, -1)}${searchOf(input.query, { limit: String(limit), offset: String(start) })}`,
  });
  if (limit < 1 || total === null) return [selfLink(input)];
  const reachable = Math.min(total, maxEnd - (maxEnd % limit));
  const last = Math.max(0, Math.ceil(reachable / limit) - 1) * limit;
  return [
    selfLink(input),
    linkTo('first', 0),
    linkTo('last', last),
    ...(offset + limit < reachable ? [linkTo('next', offset + limit)] : []),
  ];
}

function searchOf({ apikey: _key, ...query }: RestInput['query'], changed: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries({ ...query, ...changed }))
    for (const value of [values ?? []].flat()) parameters.append(name, value);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
