import type { RequestContext } from '#api/context.ts';
import type { ErrorCode, ErrorEntry, ErrorKind } from '#kernel/error-codes.ts';
import type { CatalogError } from '#kernel/fail.ts';
import type { QuotaScope } from '#api/request-state.ts';
import { CountExploreCallDocument } from '#rest/generated/operations.ts';
import { errorSchema } from '#rest/errors/error-body.ts';
import type { JsonSchema } from '#rest/openapi/named-schemas.ts';
import type { FailedRequest, RestConventions } from '#rest/conventions.ts';

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
    if (name !== undefined && !ctx.state.hasDatasetCall) await execute(CountExploreCallDocument, { dataset_id: name });
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
