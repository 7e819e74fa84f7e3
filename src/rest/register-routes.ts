import { setImmediate as nextTurn } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prices, type RequestContext, spendPoints, type StoredAnswer } from '#api/context.ts';
import { requireWritable } from '#api/session.ts';
import type { ErrorKind } from '#kernel/error-codes.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { type MethodsOfUrls, parseAnyTypeAsJson, refuseOtherMethodsOf, registerBodyParsers } from '#http/requests.ts';
import {
  type CallerAccess,
  guardRequest,
  hasWeakTag,
  parseBody,
  parseRequest,
  refuseMisplacedAuth,
  requestContent,
} from './request/parse-request.ts';
import { keepFile, notMultipart, parseFile, parseForm, parseUpload } from './request/parse-body.ts';
import type { BodyForm, RestInput } from './request/request-value.ts';
import { allowCaching, keepForCaller } from '#http/answers.ts';
import { type RestResponse, sendResponse } from './responders/responders.ts';
import { type RestApi, restApis } from './rest-apis.ts';
import { type ApiServices, type KeyedRequests, type RestServices, type Route, urlOf } from './route.ts';
import { sendFailure } from '#http/answer-head.ts';

/** How many routes are registered in one turn of the event loop: a start prepares the database meanwhile. */
const routesPerTurn = 25;

/** Registers the routes of an interface below the prefix of a scope. */
async function registerRoutes(
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
    const quotas = conventions.quotaHeaders(request.catalog);
    reply.headers({ ...conventions.headers, ...quotas });
    if (Object.keys(quotas).length > 0) keepForCaller(reply);
  });
  if (conventions.isMetered) http.addHook('onRequest', (request) => services.countCall(services.contextOf(request)));
  http.setNotFoundHandler(() => fail('NOT_FOUND'));
  for (const [index, route] of routes.entries()) {
    if (index % routesPerTurn === 0) await nextTurn();
    registerRoute(http, route, apiServices);
  }
  refuseOtherMethodsOf(http, methodsOfUrls(routes));
}

const methodsOfUrls = (routes: readonly Route[]): MethodsOfUrls =>
  new Map(
    [...Map.groupBy(routes, ({ path }) => urlOf(path))].map(([url, routesOfUrl]) => [
      url,
      routesOfUrl.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    ]),
  );

function registerRoute(http: FastifyInstance, route: Route, apiServices: ApiServices): void {
  http.route({
    method: route.method,
    url: urlOf(route.path),
    onRequest: async (request) => {
      const ctx = apiServices.contextOf(request);
      if (route.method !== 'GET') {
        requireWritable(ctx.session);
        ctx.admission.expectMutation();
      }
      if (sendsFiles(route.body, request)) await spendPoints(ctx, prices.upload);
    },
    // The rights of the caller are checked before the error of a body is reported, so that a caller who may not change the
    // object of the path learns nothing else.
    errorHandler(error, request, reply) {
      const guard = async (checkRevision: boolean) => {
        const ctx = apiServices.contextOf(request);
        const caller = accessFor(apiServices, request, ctx);
        return guardRequest(
          caller,
          route,
          await parseRequest(request, ctx, apiServices.conventions, caller.execute),
          checkRevision,
        );
      };
      void errorToReport(guard, error).then((reported) => {
        sendError(reported, request, reply, apiServices, route);
      });
    },
    handler: async (request, reply) => {
      const ctx = apiServices.contextOf(request);
      if (route.isPublic) allowCaching(reply, ctx);
      const caller = accessFor(apiServices, request, ctx);
      const input = await parseRequest(request, ctx, apiServices.conventions, caller.execute);
      // The call is counted even when the request fails.
      const response = await respond(caller, route, request, input, ctx, apiServices.keyedRequests).finally(() =>
        apiServices.conventions.countDatasetCall(caller.execute, input, ctx),
      );
      return sendResponse(reply, ctx, response);
    },
  });
}

const accessFor = (
  { graph, parseVariables, translateError, failureOf }: ApiServices,
  request: FastifyRequest,
  ctx: RequestContext,
): CallerAccess => ({
  session: ctx.session,
  failureOf: (error) => failureOf(error, request),
  execute: (operation, variables) =>
    graph.executeWithParts(operation, parseVariables(operation, variables), ctx).catch((error: unknown) => {
      throw translateError(operation, error);
    }),
  precheck: (operation, names) => graph.precheck(operation, names, ctx),
});

/** Responds to a request once its body is read: with the answer to an earlier request with its Idempotency-Key, or by the route. */
async function respond(
  caller: CallerAccess,
  route: Route,
  request: FastifyRequest,
  input: RestInput,
  { app: { config } }: RequestContext,
  keyed: KeyedRequests,
): Promise<RestResponse> {
  const { kind } = route.body;
  const isKeyed = route.isMutation && keyed.isKeyed(request);
  const answer = async (complete: RestInput): Promise<RestResponse> => {
    const earlier = isKeyed ? await keyed.findAnswer(request, requestContent(request, complete)) : undefined;
    return earlier ? storedResponse(earlier) : route.respond(caller.execute, complete, caller.failureOf);
  };
  if (!sendsFiles(route.body, request)) {
    const body = parseBody(request, route.body);
    if (kind === 'items' && !(isKeyed && (await keyed.isRepeated(request)))) await guardRequest(caller, route, input);
    refuseMisplacedAuth(route.path, body);
    return answer({ ...input, body });
  }
  if (!isKeyed || !(await keyed.isRepeated(request))) await guardRequest(caller, route, input);
  if (kind === 'form') {
    const { form, close } = await parseForm(request, config.maxUploadBytes);
    return answer({ ...input, form }).finally(close);
  }
  if (kind === 'upload') {
    const { body, file, close } = await parseUpload(request, config.maxUploadBytes);
    return answer({ ...input, body, file }).finally(close);
  }
  const sent = await parseFile(request);
  if (!isKeyed) return answer({ ...input, file: sent });
  const { file, close } = await keepFile(sent, config.maxUploadBytes);
  return answer({ ...input, file }).finally(close);
}

/** Whether the body of a request has files. */
const sendsFiles = ({ kind }: BodyForm, request: FastifyRequest): boolean =>
  kind === 'file' || kind === 'form' || (kind === 'upload' && request.isMultipart());

/** The response of a stored answer. */
const storedResponse = ({ status, headers, body }: StoredAnswer): RestResponse => ({
  status,
  headers,
  body: body === '' ? undefined : body,
});

/** The error to report. A missing right or object takes precedence over invalid input and over a wrong revision. */
async function errorToReport(guard: (checkRevision: boolean) => Promise<void>, error: unknown): Promise<unknown> {
  const kind = kindOf(error);
  if (kind === undefined || !['malformed', 'invalid', 'tooLarge', 'mediaType', 'revision'].includes(kind)) return error;
  return guard(kind === 'invalid').then(
    () => error,
    (failure: unknown) => failure,
  );
}

/** The kind of an error; Fastify's errors of reading a body have a status, and other errors have no kind. */
function kindOf(error: unknown): ErrorKind | undefined {
  if (error instanceof CatalogError) return error.entry.kind;
  return typeof error === 'object' && error !== null && 'statusCode' in error ? 'malformed' : undefined;
}

/** Sends an error in the form that the conventions of the API define. */
function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { failureOf, conventions }: ApiServices,
  route?: Route,
): void {
  const { failure: found, extensions } = failureOf(error, request);
  const failure = withSpecificMessage(found, request, route);
  sendFailure(reply, failure, conventions.errorBody({ failure, extensions, route, ctx: request.catalog }));
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

/** What the server adds to the scope of an API before its routes. */
interface ScopeHooks {
  /** Finds the caller of each request. */
  readonly authenticate: (scope: FastifyInstance) => void;
  /** Refuses requests without a key. */
  readonly requireKey: (scope: FastifyInstance) => void;
}

/** Registers every API below its base. A base that is not served answers each request with the error NOT_FOUND of its API. */
export async function registerApis(http: FastifyInstance, services: RestServices, hooks: ScopeHooks): Promise<void> {
  const register = (api: RestApi, prefix: string, routes: RestApi['routes']) =>
    http.register(
      async (scope) => {
        hooks.authenticate(scope);
        if (api.needsKey) hooks.requireKey(scope);
        await registerRoutes(scope, { ...api, routes }, services);
      },
      { prefix },
    );
  await Promise.all(
    restApis.flatMap((api) => [
      register(api, api.base, api.routes),
      ...(api.unservedBases ?? []).map((base) => register(api, base, [])),
    ]),
  );
}
