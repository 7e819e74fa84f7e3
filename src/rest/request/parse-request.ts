import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { assertStorable } from '#api/assert-storable.ts';
import { CatalogError, fail, failFields, failOnFields } from '#kernel/fail.ts';
import { toSnakeCase } from '#kernel/text.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { type BodyForm, enumParser, inputsByKind, type RestInput, wireNamesOf, wireValue } from './request-value.ts';
import { emptyForm } from './sent-form.ts';
import {
  type ExecuteOperation,
  type ParseVariables,
  type FailureOf,
  type Precheck,
  type RestConventions,
  type Right,
  rightsOnDataset,
  type Route,
  type TranslateError,
} from '../route.ts';
import { requirePermission, type Session } from '#api/session.ts';
import {
  RetrieveDatasetRightsDocument,
  type RetrieveDatasetRightsQuery,
  ListExtractorsDocument,
} from '../generated/operations.ts';
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
} from 'graphql';

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
    hasPortal: ctx.app.config.portal,
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

/** The JSON object of a request; empty where absent and optional. Fails UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST, INVALID_INPUT. */
export function parseBody(request: FastifyRequest, form: BodyForm): JsonObject {
  if (request.isMultipart()) fail('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' });
  if (form.kind === 'records') return parseRecords(request.body);
  if (form.kind === 'items') return parseItems(request.body);
  const body = request.body === undefined && form.kind !== 'map' ? {} : request.body;
  if (!isJsonObject(body)) fail('BAD_REQUEST', { reason: 'Send a JSON object.' });
  assertStorable(form.kind === 'map' ? { [form.field]: body } : body);
  return body;
}

// The body was parsed as JSON.
const isJsonArray = (body: unknown): body is readonly Json[] => Array.isArray(body);

/** How many items one request may have. */
const maxItems = 100;

/** The items of a body under the name `items`. A single item needs no array. */
function parseItems(body: unknown): JsonObject {
  if (!isJsonArray(body) && !isJsonObject(body))
    failFields({ non_field_errors: ['Send a JSON object, or an array of them.'] });
  const items: readonly Json[] = isJsonObject(body) ? [body] : body;
  if (items.length > maxItems) failFields({ non_field_errors: [`Send at most ${String(maxItems)} items.`] });
  return { items };
}

/** The records of a body under the name `records`. A single record needs no array. */
function parseRecords(body: unknown): JsonObject {
  const records: unknown[] = [body].flat();
  if (!records.every(isJsonObject)) fail('BAD_REQUEST', { reason: 'Send a JSON object, or an array of them.' });
  assertStorable({ records });
  return { records };
}

/** A caller, and the functions that execute operations on the caller's behalf. */
export interface CallerAccess {
  readonly execute: ExecuteOperation;
  readonly precheck: Precheck;
  readonly failureOf: FailureOf;
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
    dataset_uid === undefined
      ? undefined
      : (await caller.execute(RetrieveDatasetRightsDocument, { dataset_uid })).data.dataset;
  if (dataset === null) fail('NOT_FOUND');
  await target?.respond(caller.execute, input, caller.failureOf);
  await precheck?.(caller.precheck, input);
  for (const right of rights) await requireRight(caller, right, dataset);
  const { expectedRevision = dataset?.revision } = input;
  if (checkRevision && dataset && expectedRevision !== dataset.revision)
    fail('REVISION_MISMATCH', { revision: dataset.revision });
}

type Rights = RetrieveDatasetRightsQuery['dataset'];

/** Fails PERMISSION_DENIED without the right. */
async function requireRight(
  { execute, session }: CallerAccess,
  right: Right,
  dataset: Rights | undefined,
): Promise<void> {
  // the graph lists extractors only for callers who may configure something
  if (right === 'configure') await execute(ListExtractorsDocument, {});
  else if (right === 'canEdit' || right === 'canPublish' || right === 'canManage') {
    if (!dataset?.[right]) fail('PERMISSION_DENIED', { permission: rightsOnDataset[right] });
  } else if (right === 'design') requirePermission(session, 'edit_page', 'create_page', 'edit_theme');
  else requirePermission(session, right);
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
  const currentRevision = (await execute(RetrieveDatasetRightsDocument, { dataset_uid })).data.dataset?.revision;
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

/** Fails INVALID_INPUT for credentials outside of `auth`: ignored like other unknown keys, they would mean anonymous access. */
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

type Parse = (value: unknown) => unknown;

/** The types of the items of lists that may repeat an item in REST, and not in the graph (docs/contract/administration.md, Permission names). */
const sets: ReadonlySet<string> = new Set(['Permission', 'PagePermission', 'DatasourceConnectionPermission']);

/**
 * Creates the parser of a schema. Objects inside a variable have wire names. The parser replaces them by the graph's names and
 * drops the names that the input type does not have, at every level (docs/contract/rest.md 1, Unknown keys). Open JSON and values
 * of a wrong type stay unchanged; the graph refuses values of a wrong type. Sort orders get the graph's names. The work is bounded by the
 * types, not by the size of a body.
 */
export function createVariablesParser(schema: GraphQLSchema): ParseVariables {
  const parsers = new WeakMap<DocumentNode, ReadonlyMap<string, Parse>>();
  const fieldParsers = new Map<GraphQLInputObjectType, readonly FieldParser[]>();

  function parserOf(outer: GraphQLInputType): Parse {
    const type = getNullableType(outer);
    if (isListType(type)) {
      const parse = parserOf(type.ofType);
      if (sets.has(getNamedType(type).name))
        return (value) => (Array.isArray(value) ? [...new Set(value.map(parse))] : value);
      return (value) => (Array.isArray(value) ? value.map(parse) : value);
    }
    // the keys of an order have the graph's names
    if (isEnumType(type)) return type.name === 'OrderDirection' ? unchanged : parserOfEnum(type);
    if (!isInputObjectType(type)) return unchanged;
    if (inputsByKind[type.name]) return (value) => (isJsonObject(value) ? parseKind(type, value) : value);
    return (value) => (isJsonObject(value) ? parseFields(fieldsOf(type), value) : value);
  }

  /** The member that `type` names, with the other properties. Without a kind no member has a value, and without a `type` one is null: the graph refuses both. */
  function parseKind(input: GraphQLInputObjectType, value: JsonObject): object {
    const { type: kind } = value;
    const members = Object.values(input.getFields());
    if (kind === undefined || kind === null)
      return Object.fromEntries(members.slice(0, 1).map(({ name }) => [name, null]));
    const member = members.find(({ name }) => toSnakeCase(name) === kind);
    // a kind without fields is a boolean
    return member ? { [member.name]: isInputObjectType(member.type) ? parserOf(member.type)(value) : true } : {};
  }

  /** The fields of a type, resolved when a value needs them: input types may be recursive. */
  function fieldsOf(type: GraphQLInputObjectType): readonly FieldParser[] {
    const known =
      fieldParsers.get(type) ??
      Object.values(type.getFields()).map((field) => ({
        name: field.name,
        wireNames: wireNamesOf(type.name, field.name),
        parse: parserOf(field.type),
      }));
    fieldParsers.set(type, known);
    return known;
  }

  /** The input object of an operation is built by the route and already has the graph's names. */
  function inputParserOf(outer: GraphQLInputType): Parse {
    const type = getNullableType(outer);
    if (isEnumType(type)) return parserOfEnum(type);
    if (!isInputObjectType(type)) return parserOf(outer);
    const fields = fieldsOf(type).map(({ name, parse }) => ({ name, wireNames: [name], parse }));
    return (value) => (isJsonObject(value) ? parseFields(fields, value) : value);
  }

  const parsersOf = (document: DocumentNode): ReadonlyMap<string, Parse> =>
    new Map(
      definitionsIn(document).map(({ variable, type: node }) => {
        const type = typeFromAST(schema, node);
        return [variable.name.value, isInputType(type) ? inputParserOf(type) : unchanged];
      }),
    );

  return <Given extends object>(document: DocumentNode, variables: Given) => {
    const known = parsers.get(document) ?? parsersOf(document);
    parsers.set(document, known);
    // names and values of open JSON stay unchanged
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]: [string, unknown]) => [
        name,
        (known.get(name) ?? unchanged)(value),
      ]),
    ) as Given;
  };
}

interface FieldParser {
  readonly name: string;
  /** The names of the field on the wire; the first name with a value that is not null counts. */
  readonly wireNames: readonly string[];
  readonly parse: Parse;
}

const parserOfEnum = (type: GraphQLEnumType): Parse => enumParser(namesOf(type));

const unchanged: Parse = (value) => value;

const definitionsIn = ({ definitions }: DocumentNode) =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );

function parseFields(fields: readonly FieldParser[], value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    fields.flatMap(({ name, wireNames, parse }) => {
      const values = wireNames.map((wireName) => value[wireName]).filter((candidate) => candidate !== undefined);
      const inner = values.find((candidate) => candidate !== null) ?? values[0];
      return inner === undefined ? [] : [[name, parse(inner)]];
    }),
  );
}

/**
 * Creates the translation for a schema. A field below the member of a kind gets its name in REST, which has no members. A message about a
 * field of an enum type lists the values by their names in the graph. Some values have other names in REST (`DESC` is `-created_at`),
 * so the message gets the names of REST. Messages about other fields stay as they are, because they may quote values of the caller.
 */
export const createErrorTranslator =
  (schema: GraphQLSchema): TranslateError =>
  (document, error) => {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) return error;
    const types = typesOf(schema, document);
    const fields = Object.entries(error.fields).map(([field, messages]): readonly [string, readonly string[]] => {
      const { path, type } = locate(types, field.split('.'));
      const kinds = schema.getType(inputsByKind[type?.name ?? '']?.kinds ?? '');
      if (isEnumType(kinds) && messages.some((message) => message.startsWith('Choose one of: ')))
        return [`${path.join('.')}.type`, [`Choose one of ${namesOf(kinds).join(', ')}.`]];
      return [path.join('.'), messages.map(messageFor(type))];
    });
    return new CatalogError(error.code, { reason: error.message }, Object.fromEntries(fields));
  };

const namesOf = (type: GraphQLEnumType): readonly string[] => type.getValues().map(({ name }) => name);

const messageFor =
  (type: GraphQLNamedInputType | undefined) =>
  (message: string): string =>
    isEnumType(type) ? message.replace(/\w+/g, (word) => (type.getValue(word) ? wireValue(word) : word)) : message;

/** The types of an operation's variables. The fields of its `input` stand for the input itself, as in the paths of errors. */
function typesOf(schema: GraphQLSchema, { definitions }: DocumentNode): ReadonlyMap<string, GraphQLInputType> {
  const variables = definitions
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
    )
    .flatMap(({ variable, type: node }) => {
      const type = typeFromAST(schema, node);
      return isInputType(type) ? [[variable.name.value, type] as const] : [];
    });
  return new Map(
    variables.flatMap(([name, type]) => {
      const named = getNamedType(type);
      return name === 'input' && isInputObjectType(named) ? [...fieldsOf(named)] : [[name, type] as const];
    }),
  );
}

const fieldsOf = (type: GraphQLNamedInputType | undefined): ReadonlyMap<string, GraphQLInputType> =>
  new Map(isInputObjectType(type) ? Object.values(type.getFields()).map((field) => [field.name, field.type]) : []);

/** A field of a request: its path without members of kinds, and its type, undefined where the schema has no such path. */
interface LocatedField {
  readonly path: readonly string[];
  readonly type: GraphQLNamedInputType | undefined;
}

/** Finds the field at a path of the graph, through any lists. A path that ends at a member of a kind is that of `type`. */
function locate(types: ReadonlyMap<string, GraphQLInputType>, path: readonly string[]): LocatedField {
  const found: string[] = [];
  let type: GraphQLNamedInputType | undefined;
  let fields = types;
  for (const [index, segment] of path.entries()) {
    const isMember = inputsByKind[type?.name ?? ''] !== undefined;
    const isLast = index === path.length - 1;
    if (!isMember || isLast) found.push(isMember ? 'type' : segment);
    if (/^\d+$/.test(segment)) continue;
    const field = fields.get(segment);
    type = field && getNamedType(field);
    fields = fieldsOf(type);
  }
  return { path: found, type };
}
