import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { BodyForm } from '../request/request-value.ts';
import { hasWeakTag } from '../request/parse-request.ts';
import { notMultipart } from '../request/parse-body.ts';
import type { ApiServices } from '../rest-services.ts';
import type { Route } from '../route.ts';

/** The headers that describe the file of a response. */
const streamHeaders = ['accept-ranges', 'content-disposition', 'content-encoding', 'content-security-policy', 'etag'];

/** Sends an error in the form that the conventions of the API define. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { failureOf, conventions }: ApiServices,
  route?: Route,
): void {
  const { failure: found, extensions } = failureOf(error, request);
  const { kind } = found.entry;
  const failure = withSpecificMessage(found, request, route);
  if (kind === 'unavailable' || kind === 'rate' || failure.retryAfter !== undefined)
    reply.header('retry-after', String(failure.retryAfter ?? 1));
  if (kind === 'tooLarge') reply.header('connection', 'close');
  // A stream that fails before its first byte has already set these headers.
  for (const name of streamHeaders) reply.removeHeader(name);
  if (kind !== 'range') reply.removeHeader('content-range');
  reply
    .code(httpStatusByKind[kind])
    .type('application/json; charset=utf-8')
    .send(conventions.errorBody({ failure, extensions, route, ctx: request.catalog }));
}

/** Replaces the message of two errors by a more specific one: a missing multipart body, and a weak tag in `If-Match`. */
function withSpecificMessage(failure: CatalogError, { headers }: FastifyRequest, route?: Route): CatalogError {
  const { kind } = failure.entry;
  if (kind === 'revision' && hasWeakTag(headers['if-match'])) return new CatalogError('WEAK_REVISION');
  const part = route && requiredPartOf[route.body.kind];
  return kind === 'mediaType' && part !== undefined && headers['content-encoding'] === undefined
    ? notMultipart(part)
    : failure;
}

/** The part that a multipart body must have. */
const requiredPartOf: Readonly<Partial<Record<BodyForm['kind'], string>>> = Object.freeze({
  file: 'file',
  form: 'data',
});
