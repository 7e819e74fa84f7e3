import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notCached } from '#http/answers.ts';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import { basePathOf, baseUrlOf } from './addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request carries the cookie of a session that has ended. */
    hasEndedSession: boolean;
  }
  interface FastifyContextConfig {
    /** Whether the route takes a plain form of a page of this service, which cannot send a header. */
    acceptsForms?: boolean;
  }
}

type CookieConfig = Pick<Config, 'publicUrl'>;

/** The cookies of people who sign in: the session, and what the answer of the provider is compared with. */
type CookieUse = 'session' | 'sign_in';

/**
 * The name of a cookie. Browsers accept the prefix only for the host that sets the cookie, over https (RFC 6265bis, 4.1.3.2). The cookies of
 * services below other paths of the host have other names.
 */
function cookieName(use: CookieUse, config: CookieConfig): string {
  const path = basePathOf(config);
  return `__Host-catalog_${use}${path === '' ? '' : `_${hash('sha256', path, 'hex').slice(0, 8)}`}`;
}

/** The longest cookie that is read, in characters. */
const maxLength = 4_096;

/** The value of a cookie; undefined without one. */
export function readCookie(use: CookieUse, request: FastifyRequest, config: CookieConfig): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${cookieName(use, config)}=`;
  const value = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
  return value === undefined || value === '' || value.length > maxLength ? undefined : value;
}

/** Sets a cookie that scripts do not read and other sites do not send but by a link, until the browser closes or `seconds` have passed. */
export function setCookie(
  reply: FastifyReply,
  use: CookieUse,
  { value, seconds }: { readonly value: string; readonly seconds?: number },
  config: CookieConfig,
): void {
  const age = seconds === undefined ? '' : `; Max-Age=${String(seconds)}`;
  reply.header('set-cookie', `${cookieName(use, config)}=${value}; Path=/${age}; Secure; HttpOnly; SameSite=Lax`);
}

/** Lets the browser forget a cookie. */
export const clearCookie = (reply: FastifyReply, use: CookieUse, config: CookieConfig): void => {
  setCookie(reply, use, { value: '', seconds: 0 }, config);
};

/** Lets browsers forget the cookies of sessions that have ended. No cache keeps such an answer. */
export function forgetEndedSessions(http: FastifyInstance, config: CookieConfig): void {
  http.decorateRequest('hasEndedSession', false);
  http.addHook('onSend', (request, reply, _payload, done) => {
    if (request.hasEndedSession) {
      clearCookie(reply, 'session', config);
      reply.header('cache-control', notCached);
    }
    done();
  });
}

/** Whether a browser keeps the cookies: over https, and over http on this machine itself. */
export function keepsCookies(request: FastifyRequest, config: CookieConfig): boolean {
  const { protocol, hostname } = new URL(baseUrlOf(request, config));
  return protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname);
}

/** Whether a request only reads, so that a page of another site gains nothing by it. A WebSocket may change something later. */
export const isRead = ({ method, ws }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && !ws;

/** What forms send without asking the server first, as do scripts of other sites (Fetch Standard, CORS-safelisted request-header). */
const formTypes = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;

/**
 * The text of the session with which a request acts; undefined without one. What is no plain read must be sent by a page of this service
 * (CSRF): browsers name the origin of such requests, and pages of other origins cannot add the header, nor a body of JSON, without the
 * permission of this server. Fails CROSS_SITE_REQUEST. A WebSocket of another origin acts without the session.
 */
export function sessionTextOf(request: FastifyRequest, config: CookieConfig): string | undefined {
  const text = readCookie('session', request, config);
  if (text === undefined || isRead(request)) return text;
  const isOwn = isSameOrigin(request, config);
  if (request.ws) return isOwn ? text : undefined;
  const { 'x-csrf': header, 'content-type': type } = request.headers;
  const isNoForm = header !== undefined || (type !== undefined && !formTypes.test(type));
  return isOwn && (isNoForm || request.routeOptions.config.acceptsForms) ? text : fail('CROSS_SITE_REQUEST');
}

/** Fails CROSS_SITE_REQUEST for a request that no page of this service sends, also without a session: another site must not begin one. */
export const requireOwnPage = (request: FastifyRequest, config: CookieConfig): void => {
  if (!isSameOrigin(request, config)) fail('CROSS_SITE_REQUEST');
};

/** Whether a page of this origin sends the request. A page without referrer sends a form with the origin `null`, and says that it is of the same origin. */
function isSameOrigin(request: FastifyRequest, config: CookieConfig): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn = origin === new URL(baseUrlOf(request, config)).origin;
  if (site === undefined) return isOwn;
  return site === 'same-origin' && (isOwn || origin === undefined || origin === 'null');
}
