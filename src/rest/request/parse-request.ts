import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { assertStorable } from '#api/input/assert-storable.ts';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { parseIfMatch } from './if-match.ts';
import { emptyForm, type RestInput } from './rest-input.ts';
import type { BodyForm } from './body-form.ts';
import type { RestConventions } from '../conventions.ts';
import type { ExecuteOperation } from '../route.ts';

/** Parses a request without its body. `execute` reads the current revision where `If-Match` names several revisions. */
export async function parseRequest(
  request: FastifyRequest,
  ctx: RequestContext,
  { readQuery }: Pick<RestConventions, 'readQuery'>,
  execute: ExecuteOperation,
): Promise<RestInput> {
  const [address = ''] = request.url.split('?', 1);
  const path = pathOf(request);
  return {
    url: `${ctx.session.address ?? ''}${address.endsWith('/') ? address : `${address}/`}`,
    path,
    query: readQuery(request.query as RestInput['query']),
    body: {},
    file: undefined,
    form: emptyForm,
    expectedRevision: await parseIfMatch(execute, request.headers['if-match'], path['dataset_uid']),
  };
}

/** The values of the path's parameters. PostgreSQL stores no NUL, so a name with one does not exist. */
function pathOf({ params }: FastifyRequest): RestInput['path'] {
  const path = params as RestInput['path'];
  return Object.values(path).some((value) => value.includes('\0')) ? fail('NOT_FOUND') : path;
}

/**
 * The JSON object that a request carries; empty where the body is optional and absent. Fails
 * UNSUPPORTED_MEDIA_TYPE or BAD_REQUEST for anything else, INVALID_INPUT for what cannot be stored.
 */
export function parseBody(request: FastifyRequest, form: BodyForm): JsonObject {
  if (request.isMultipart()) fail('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' });
  if (form.kind === 'records') return parseRecords(request.body);
  const body = request.body === undefined && form.kind !== 'map' ? {} : request.body;
  if (!isJsonObject(body)) fail('BAD_REQUEST', { reason: 'Send a JSON object.' });
  assertStorable(form.kind === 'map' ? { [form.field]: body } : body);
  return body;
}

/** The records of a body under the name `records`. A single record needs no array. */
function parseRecords(body: unknown): JsonObject {
  const records: unknown[] = [body].flat();
  if (!records.every(isJsonObject)) fail('BAD_REQUEST', { reason: 'Send a JSON object, or an array of them.' });
  assertStorable({ records });
  return { records };
}
