import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestContext } from '#api/context.ts';
import { clientIdentity } from '#api/session.ts';
import { headOfFailure } from '#http/answer-head.ts';
import { refuseOtherMethods } from '#http/requests.ts';
import { endOtherSessions, endSession, redeemInvitation, type SignIn, signOut } from '#identity/index.ts';
import { type CatalogError, fail } from '#kernel/fail.ts';
import { tryParseJson } from '#kernel/json.ts';
import { createSlots } from '#kernel/semaphore.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#platform/config.ts';
import { TextSeal } from '#platform/encryption.ts';
import type { ProviderReturn } from '#platform/open-id-client.ts';
import type { Secrets } from '#platform/secrets.ts';
import { catalogOf } from './create-context.ts';
import { basePathOf, baseUrlOf } from './http/addresses.ts';
import { prefersHtml } from './http/create-http.ts';
import { toFailure } from './http/observe-requests.ts';
import { clearCookie, keepsCookies, readCookie, requireOwnPage, setCookie } from './http/session-cookie.ts';
import { invitationPage, invitationPolicy } from './pages/invitation-page.ts';
import { problemPage, problemPolicy } from './pages/problem-page.ts';

/** What the routes use. */
interface SignInParts {
  readonly signIn: SignIn;
  readonly config: Pick<Config, 'publicUrl' | 'portal'>;
  readonly secrets: Pick<Secrets, 'deriveKey'>;
  readonly clock: Clock;
}

/** A sign-in that has begun, as its browser carries it: sealed, so that no one else makes one. */
const pendingSchema = z.strictObject({
  provider: z.string(),
  returnTo: z.string(),
  /** The session of the person to whom the account is linked; absent for one that signs in. */
  linkingSession: z.string().optional(),
  startedAt: z.number(),
  checks: z.strictObject({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
});

/** How long a person may take at the provider. */
const maxPendingSeconds = 600;

/** The sign-ins that end at a time, each with requests to its provider. */
const maxEnding = { total: 50, perOwner: 10 };

type ProviderParams = Readonly<{ Params: { readonly provider: string } }>;
type SessionParams = Readonly<{ Params: { readonly session: string } }>;

/**
 * Registers `/sign-in/{provider}`, which sends a browser to a sign-in provider, and `/sign-out/{provider}`, the addresses at which the browser comes
 * back, `/sign-out`, and the end of a session of the account.
 * The scope authenticates its callers.
 */
export function signInRoutes(http: FastifyInstance, { signIn, config, secrets, clock }: SignInParts): void {
  const basePath = basePathOf(config);
  const takeSlot = createSlots(maxEnding);
  // The secrets open after the routes are made.
  const seal = () => new TextSeal(secrets.deriveKey('pending sign-ins'));
  const callbackOf = (request: FastifyRequest, provider: string) =>
    `${baseUrlOf(request, config)}/sign-in/${encodeURIComponent(provider)}/callback`;

  http.setErrorHandler(async (error, request, reply) => {
    if (!prefersHtml(request) && !isOfPage(request)) throw error;
    const isOfAccount = sessionActions.has(request.routeOptions.url ?? '');
    const { failure } = toFailure(error, request);
    // The browser forgets a session that has ended, and the person accepts again.
    if (failure.code === 'SESSION_ENDED' && request.routeOptions.url === invitationPath)
      return reply.redirect(basePath + request.url, 303);
    if (!config.portal) return sendProblem(reply, failure, { basePath, again: pathAgain(request) });
    // A view of the portal says what to do, in the language of the person.
    if (isOfAccount) return reply.redirect(`${basePath}/account?problem=${failure.code}`, 303);
    const returnTo = pendingOf(request)?.returnTo ?? returnPath(request.query);
    const parameters = new URLSearchParams({ problem: failure.code, return_to: returnTo });
    return reply.redirect(`${basePath}/sign-in?${parameters.toString()}`, 303);
  });

  http.get<ProviderParams>(startPath, async (request, reply) => {
    if (!keepsCookies(request, config)) fail('INSECURE_SIGN_IN');
    const { provider } = request.params;
    const ctx = catalogOf(request);
    const linkingSession = isLinking(request.query) ? linkingSessionOf(request) : undefined;
    const { url, checks } = await signIn.start(ctx, provider, callbackOf(request, provider));
    const pending = {
      provider,
      checks,
      returnTo: returnPath(request.query),
      startedAt: clock.now().getTime(),
      ...(linkingSession !== undefined && { linkingSession }),
    };
    setCookie(reply, 'sign_in', { value: seal().seal(JSON.stringify(pending)), seconds: maxPendingSeconds }, config);
    return reply.redirect(url, 303);
  });

  http.get<ProviderParams>(callbackPath, async (request, reply) => {
    const { provider } = request.params;
    const pending = pendingOf(request);
    // One answer ends the sign-in, whatever it is.
    clearCookie(reply, 'sign_in', config);
    if (pending?.provider !== provider || stateOf(request.query) !== pending.checks.state) return fail('SIGN_IN_ENDED');
    const ctx = catalogOf(request);
    const leave = takeSlot(clientIdentity(ctx.session).join(' ')) ?? fail('OVERLOADED', { seconds: 1 });
    try {
      const callback = new URL(callbackOf(request, provider) + queryOf(request));
      const userAgent = request.headers['user-agent'];
      const value = await signIn.finish(ctx, provider, { ...pending, callback, userAgent });
      // The browser has one session at a time.
      await signOut(ctx);
      setCookie(reply, 'session', { value }, config);
    } finally {
      leave();
    }
    return reply.redirect(basePath + pending.returnTo, 303);
  });

  // A plain form has no content that counts.
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_024 },
    (_request, _body, done) => {
      done(null, undefined);
    },
  );
  http.post('/sign-out', { config: { acceptsForms: true } }, async (request, reply) => {
    const ctx = catalogOf(request);
    const provider = await signOut(ctx);
    clearCookie(reply, 'session', config);
    if (!isOfPage(request)) return reply.code(204).send();
    const returnTo = returnPath(request.query);
    const isKnown =
      config.portal && provider !== undefined && (await signIn.signOutUrl(ctx, provider, backFrom(request, provider)));
    // The form-action of the page lets its forms lead to no other site: the person follows a link there.
    const next = isKnown
      ? `/sign-in?${new URLSearchParams({ signed_out: provider, return_to: returnTo }).toString()}`
      : returnTo;
    return reply.redirect(basePath + next, 303);
  });

  http.get<ProviderParams>(signOutPath, async (request, reply) => {
    const { provider } = request.params;
    const address = await signIn.signOutUrl(catalogOf(request), provider, backFrom(request, provider));
    return reply.redirect(address ?? fail('PROVIDER_UNAVAILABLE'), 303);
  });
  http.get(signedOutPath, async (request, reply) =>
    reply.redirect(basePath + localPath(seal().open(parameterOf(request.query, 'state'))), 303),
  );

  // What the account view does without scripts; programs use the graph.
  for (const [path, end] of sessionActions)
    http.post<SessionParams>(path, { config: { acceptsForms: true } }, async (request, reply) => {
      await end(catalogOf(request), { uid: request.params.session });
      return isOfPage(request) ? reply.redirect(`${basePath}/account`, 303) : reply.code(204).send();
    });
  if (!config.portal)
    http.get(invitationPath, async (request, reply) =>
      reply
        .headers({ 'content-security-policy': invitationPolicy, 'content-type': 'text/html; charset=utf-8' })
        .send(invitationPage(basePath + request.url)),
    );
  http.post(invitationPath, { config: { acceptsForms: true } }, async (request, reply) => {
    requireOwnPage(request, config);
    if (!keepsCookies(request, config)) fail('INSECURE_SIGN_IN');
    const ctx = catalogOf(request);
    const value = await redeemInvitation(ctx, parameterOf(request.query, 'code'), request.headers['user-agent']);
    await signOut(ctx);
    setCookie(reply, 'session', { value }, config);
    return reply.redirect(`${basePath}${config.portal ? invitationPath : '/'}`, 303);
  });
  refuseOtherMethods(http, invitationPath, ['GET', 'HEAD', 'POST']);
  for (const path of [startPath, callbackPath, signOutPath, signedOutPath])
    refuseOtherMethods(http, path, ['GET', 'HEAD']);
  for (const path of ['/sign-out', ...sessionActions.keys()]) refuseOtherMethods(http, path, ['POST']);

  /** Where the provider sends the browser after a sign-out; the page at which the person was is sealed in the state. */
  const backFrom = (request: FastifyRequest, provider: string): ProviderReturn => ({
    returnTo: `${baseUrlOf(request, config)}/sign-in/${encodeURIComponent(provider)}/signed-out`,
    state: seal().seal(returnPath(request.query)),
  });

  /** The sign-in that the browser carries, unless it took too long. */
  function pendingOf(request: FastifyRequest): z.infer<typeof pendingSchema> | undefined {
    const text = seal().open(readCookie('sign_in', request, config) ?? '');
    const { data } = pendingSchema.safeParse(tryParseJson(text));
    return data && clock.now().getTime() - data.startedAt < maxPendingSeconds * 1_000 ? data : undefined;
  }

  /** The session to whose user an account is linked. Only a page of this service starts that: a link elsewhere would link an account unawares. */
  function linkingSessionOf(request: FastifyRequest): string {
    if (request.headers['sec-fetch-site'] !== 'same-origin') fail('CROSS_SITE_REQUEST');
    const { token } = catalogOf(request).session;
    return token?.sessionUid !== undefined && token.identityUid === null ? token.sessionUid : fail('SESSION_ENDED');
  }

  /** Where a sign-in that failed begins again. */
  function pathAgain(request: FastifyRequest): string | undefined {
    const { params } = request;
    const provider = z.object({ provider: z.string() }).safeParse(params).data?.provider;
    return provider === undefined ? undefined : `${basePath}/sign-in/${encodeURIComponent(provider)}`;
  }
}

const startPath = '/sign-in/:provider';
const callbackPath = '/sign-in/:provider/callback';
const invitationPath = '/invitation';
const signedOutPath = '/sign-in/:provider/signed-out';
const signOutPath = '/sign-out/:provider';

/** What ends the session of a path, and all others of its person. */
const sessionActions = new Map<string, (ctx: RequestContext, input: { uid: string }) => Promise<unknown>>([
  ['/sessions/:session/end', endSession],
  ['/sessions/:session/end-others', endOtherSessions],
]);

/** Answers a person with what went wrong. */
const sendProblem = (
  reply: FastifyReply,
  failure: CatalogError,
  links: { readonly basePath: string; readonly again: string | undefined },
): FastifyReply => {
  const { status, headers } = headOfFailure(failure);
  return reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': problemPolicy, 'content-type': 'text/html; charset=utf-8' })
    .send(problemPage(failure, links));
};

/** Whether the form of a page sends a request, to which the browser shows the answer. */
const isOfPage = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/html\b/i.test(accept);

const queryOf = ({ url }: FastifyRequest): string => /\?.*/.exec(url)?.[0] ?? '';

/** A parameter of an address that is given once. */
const parameterOf = (query: unknown, name: 'state' | 'return_to' | 'code' | 'link'): string => {
  const { data } = z.object({ [name]: z.string() }).safeParse(query);
  return data?.[name] ?? '';
};

const stateOf = (query: unknown): string => parameterOf(query, 'state');

/** Whether a sign-in links the account to the user who is signed in. */
const isLinking = (query: unknown): boolean => parameterOf(query, 'link') === 'true';

const maxPathLength = 2_000;

/** The path of this service at which the browser goes on: the parameter `return_to`, or `/` where it is none. */
const returnPath = (query: unknown): string => localPath(parameterOf(query, 'return_to'));

/**
 * A path of this service, or `/` in place of anything else. No path leads to another host (`//host`, `/\host`) or out of the base path (`/../`),
 * however a browser reads it.
 */
function localPath(given: string): string {
  if (given.length > maxPathLength || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given)) return '/';
  const url = URL.parse(given, 'https://service.invalid');
  return url?.origin === 'https://service.invalid' && given.startsWith(url.pathname) && !url.pathname.startsWith('//')
    ? given
    : '/';
}
