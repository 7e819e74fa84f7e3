import { compose, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Graph } from '../api/graph.ts';
import type { RequestContext } from '../api/context.ts';
import { preparedStream } from '../api/prepared-stream.ts';
import { statusOfKind } from '../api/errors/status-of-kind.ts';
import type { ErrorKind } from '../kernel/error-codes.ts';
import { CatalogError, fail } from '../kernel/fail.ts';
import { registerBodyParsers, parseAnyTypeAsJson } from './request/body-parsers.ts';
import type { RestConventions } from './conventions.ts';
import { guardRequest, type CallerAccess } from './request/guard-request.ts';
import { hasWeakTag } from './request/if-match.ts';
import { parseForm } from './request/parse-form.ts';
import type { ParseVariables } from './request/parse-variables.ts';
import type { TranslateError } from './errors/translate-error.ts';
import { notMultipart } from './request/multipart.ts';
import { parseFile } from './request/parse-file.ts';
import { parseBody, parseRequest } from './request/parse-request.ts';
import type { BodyForm } from './request/body-form.ts';
import type { Answer } from './responders/responder.ts';
import { refuseOtherMethods } from './errors/refuse-other-methods.ts';
import type { RestInput } from './request/rest-input.ts';
import type { RestApi } from './rest-apis.ts';
import { urlOf, type Route } from './route.ts';

/** What the REST layer needs from the server. */
export interface RestServices {
  readonly graph: Graph;
  readonly parseVariables: ParseVariables;
  readonly translateError: TranslateError;
  readonly contextOf: (request: FastifyRequest) => RequestContext;
  /** Converts an error to one of the error table; an unexpected error is logged. */
  readonly failureOf: (
    error: unknown,
    request: FastifyRequest,
  ) => { failure: CatalogError; extensions: Readonly<Record<string, unknown>> };
}

/** The services of the REST layer, and the conventions of one API. */
interface ApiServices extends RestServices {
  readonly conventions: RestConventions;
}

/** Registers the routes of an interface below the prefix of a scope. */
export async function registerRoutes(
  http: FastifyInstance,
  { routes, conventions }: Pick<RestApi, 'routes' | 'conventions'>,
  services: RestServices,
): Promise<void> {
  const apiServices = { ...services, conventions };
  registerBodyParsers(http);
  await http.register(multipart, { throwFileSizeLimit: false });
  if (routes.every(({ body }) => body.kind === 'records')) parseAnyTypeAsJson(http);
  http.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply, apiServices);
  });
  http.addHook('onSend', async (request, reply) => {
    reply.headers(conventions.headersOf(request.catalog));
  });
  http.setNotFoundHandler(() => fail('NOT_FOUND'));
  for (const route of routes) registerRoute(http, route, apiServices);
  for (const [path, routesOfPath] of Map.groupBy(routes, (each) => each.path)) {
    refuseOtherMethods(
      http,
      urlOf(path),
      routesOfPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    );
  }
}

function registerRoute(http: FastifyInstance, route: Route, apiServices: ApiServices): void {
  http.route({
    method: route.method,
    url: urlOf(route.path),
    // only a caller with the right to change what the path addresses learns that a body is unreadable
    errorHandler(error, request, reply) {
      const guard = async (checkRevision: boolean) => {
        const ctx = apiServices.contextOf(request);
        const caller = accessFor(apiServices, ctx);
        return guardRequest(
          caller,
          route,
          await parseRequest(request, ctx, apiServices.conventions, caller.execute),
          checkRevision,
        );
      };
      void errorToReport(guard, error).then((refusal) => {
        sendError(refusal, request, reply, apiServices, route);
      });
    },
    handler: async (request, reply) => {
      const ctx = apiServices.contextOf(request);
      const caller = accessFor(apiServices, ctx);
      const input = await parseRequest(request, ctx, apiServices.conventions, caller.execute);
      return send(reply, ctx, await answer(caller, route, request, input, ctx));
    },
  });
}

const accessFor = ({ graph, parseVariables, translateError }: ApiServices, ctx: RequestContext): CallerAccess => ({
  session: ctx.session,
  execute: (operation, variables) =>
    graph.answer(operation, parseVariables(operation, variables), ctx).catch((error: unknown) => {
      throw translateError(operation, error);
    }),
  precheck: (operation, names) => graph.precheck(operation, names, ctx),
});

async function answer(
  caller: CallerAccess,
  route: Route,
  request: FastifyRequest,
  input: RestInput,
  { app: { config } }: RequestContext,
): Promise<Answer> {
  const { kind } = route.body;
  if (kind !== 'file' && kind !== 'form')
    return route.answer(caller.execute, { ...input, body: parseBody(request, route.body) });
  await guardRequest(caller, route, input);
  if (kind === 'file') return route.answer(caller.execute, { ...input, file: await parseFile(request) });
  const { form, close } = await parseForm(request, config.maxUploadBytes);
  return route.answer(caller.execute, { ...input, form }).finally(close);
}

/** The error to report. A missing right or object takes precedence over invalid input and over a wrong revision. */
async function errorToReport(guard: (checkRevision: boolean) => Promise<void>, error: unknown): Promise<unknown> {
  const kind = kindOf(error);
  if (kind === undefined || !['malformed', 'invalid', 'tooLarge', 'mediaType', 'revision'].includes(kind)) return error;
  return guard(kind === 'invalid').then(
    () => error,
    (refusal: unknown) => refusal,
  );
}

/** The kind of an error; Fastify's errors of reading a body have a status, and other errors have no kind. */
function kindOf(error: unknown): ErrorKind | undefined {
  if (error instanceof CatalogError) return error.entry.kind;
  return typeof error === 'object' && error !== null && 'statusCode' in error ? 'malformed' : undefined;
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { failureOf, conventions }: ApiServices,
  route?: Route,
): void {
  const { failure: found, extensions } = failureOf(error, request);
  const { kind } = found.entry;
  const failure = withSpecificMessage(found, request, route);
  if (kind === 'unavailable' || kind === 'rate') reply.header('retry-after', String(failure.retryAfter ?? 1));
  if (kind === 'tooLarge') reply.header('connection', 'close');
  reply
    .code(statusOfKind[kind])
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

async function send(
  reply: FastifyReply,
  ctx: RequestContext,
  { status, headers = {}, body, ...streamed }: Answer,
): Promise<FastifyReply> {
  // opened before the headers are set: opening may fail, and an error has other headers
  const opened = await openBody(streamed, reply, ctx);
  if (typeof body === 'string') reply.type('application/json; charset=utf-8');
  return reply
    .code(status)
    .headers(headers)
    .send(opened ?? body);
}

/** The stream of a body. For HEAD nothing is read: Fastify would read the stream to its end. */
async function openBody(
  { stored, text, prepared }: Pick<Answer, 'stored' | 'text' | 'prepared'>,
  { request, raw }: FastifyReply,
  ctx: RequestContext,
): Promise<Readable | undefined> {
  if (stored === undefined && !text && !prepared) return undefined;
  if (request.method === 'HEAD') return Readable.from([]);
  const stream = prepared && preparedStream(ctx)?.();
  if (stream) raw.once('close', stream.close);
  if (stream) return encode(Readable.from(stream.chunks, { objectMode: false, highWaterMark: 2 ** 18 }), prepared);
  return stored === undefined ? Readable.from(text ?? [], { objectMode: false }) : ctx.app.storage.read(stored);
}

/** The stream in an encoding. A client that disconnects ends the source, too. */
const encode = (source: Readable, encoding: 'plain' | 'gzip'): Readable =>
  encoding === 'plain' ? source : compose(source, createGzip());
