import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { assertStorable } from '#api/assert-storable.ts';
import { fail, failOnFields } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { type BodyForm, emptyForm, type RestInput } from './request-value.ts';
import type { RestConventions } from '../conventions.ts';
import type { ExecuteOperation, Precheck, Right, Route } from '../route.ts';
import { requirePermission, type Session } from '#api/session.ts';
import { DatasetRightsDocument, type DatasetRightsQuery, ListExtractorsDocument } from '../generated/operations.ts';

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

const permissionOf = { mayEdit: 'edit_dataset', mayPublish: 'publish_dataset', mayManage: 'manage_dataset' } as const;

/** A caller, and the functions that execute operations on the caller's behalf. */
export interface CallerAccess {
  readonly execute: ExecuteOperation;
  readonly precheck: Precheck;
  readonly session: Session;
}

/**
 * Checks that the addressed object is visible to the caller and that the caller has the rights. 404 and 403 come before every error
 * of the body, 412 before the validation of the body (docs/contract/rest.md 1, Order of checks). The guard runs when a body is invalid, and
 * before a file is read.
 */
export async function guardRequest(
  caller: CallerAccess,
  { needs: { rights = [], target }, precheck }: Route,
  input: RestInput,
  checkRevision = false,
): Promise<void> {
  const dataset_uid = input.path['dataset_uid'];
  const dataset =
    dataset_uid === undefined ? undefined : (await caller.execute(DatasetRightsDocument, { dataset_uid })).data.dataset;
  if (dataset === null) fail('NOT_FOUND');
  await target?.respond(caller.execute, input);
  await precheck?.(caller.precheck, input);
  for (const right of rights) await requireRight(caller, right, dataset);
  const { expectedRevision = dataset?.revision } = input;
  if (checkRevision && dataset && expectedRevision !== dataset.revision)
    fail('REVISION_MISMATCH', { revision: dataset.revision });
}

type Rights = DatasetRightsQuery['dataset'];

/** Fails PERMISSION_DENIED without the right. */
async function requireRight(
  { execute, session }: CallerAccess,
  right: Right,
  dataset: Rights | undefined,
): Promise<void> {
  if (right === 'create_dataset' || right === 'manage_connection') requirePermission(session, right);
  // the graph lists extractors only for callers who may configure something
  else if (right === 'configure') await execute(ListExtractorsDocument, {});
  else if (!dataset?.[right]) fail('PERMISSION_DENIED', { permission: permissionOf[right] });
}

/** A revision that no dataset ever has. */
const impossibleRevision = -1;

/** A strong entity tag of this service, with or without quotes. */
const strongTag = /^"?(\d{1,9})"?$/;

/**
 * The revision that `If-Match` requires; undefined where any revision is accepted. Of several tags, the one of the current
 * revision counts, if the header has it. Tags are compared strongly (RFC 9110, 13.1.1): a weak tag never matches, even where a proxy
 * weakened a tag of this service.
 */
async function parseIfMatch(
  execute: ExecuteOperation,
  header: string | undefined,
  dataset_uid: string | undefined,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined;
  const revisions = header
    .split(',')
    .flatMap((tag) => strongTag.exec(tag.trim())?.[1] ?? [])
    .map(Number);
  if (revisions.length < 2 || dataset_uid === undefined) return revisions[0] ?? impossibleRevision;
  const currentRevision = (await execute(DatasetRightsDocument, { dataset_uid })).data.dataset?.revision;
  return revisions.find((revision) => revision === currentRevision) ?? impossibleRevision;
}

/** Whether a header contains a weak tag: proxies weaken tags when they compress a response. */
export const hasWeakTag = (header: string | undefined): boolean => header !== undefined && /(?:^|,)\s*W\//.test(header);

/** The names of ways of authentication and of their first fields, which are members of `auth` alone. */
const authNames = [
  'basic_auth',
  'oauth2',
  'oidc',
  'aws_signature_v4',
  'iam_role',
  'shared_key',
  'username',
  'password',
];

/**
 * Fails INVALID_INPUT for a connection with credentials outside of `auth`. Unknown keys of a body are ignored, but a connection without its
 * credentials would log in as anonymous.
 */
export function refuseMisplacedAuth(path: string, body: JsonObject): void {
  const { datasource } = body;
  if (path.startsWith('/datasource_connections/')) refuseIn(body, '');
  if (isJsonObject(datasource) && isJsonObject(datasource['connection']))
    refuseIn(datasource['connection'], 'datasource.connection.');
}

function refuseIn(connection: JsonObject, prefix: string): void {
  const misplaced = authNames.filter((name) => connection[name] !== undefined);
  failOnFields(
    Object.fromEntries(
      misplaced.map((name) => [prefix + name, ['Send credentials in auth, as {"type": "basic_auth", …}.']]),
    ),
  );
}

/** What a request asks for, apart from the credential: two requests with equal content are the same request. */
export const requestContent = (
  { method, headers }: FastifyRequest,
  { url, query: { apikey: _key, ...query }, body, file, form }: RestInput,
): object => ({ method, path: new URL(url).pathname, query, ifMatch: headers['if-match'] ?? null, body, file, form });
