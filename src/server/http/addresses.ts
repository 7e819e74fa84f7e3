import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import cors from '@fastify/cors';
import { restApis } from '#rest/rest-apis.ts';

/** Matches a host name or address with an optional port. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~-]{1,253})(?::\d{1,5})?$/i;

const isHost = (host: string): boolean => hostPattern.test(host) && URL.canParse(`http://${host}`);

/** The scheme that the client uses: https when a trusted proxy reports https, else http. */
const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  protocol.toLowerCase() === 'https' ? 'https' : 'http';

/** The scheme and host at which the client reaches the service: those of PUBLIC_URL, else those that a trusted proxy or the request reports. */
export const baseUrlOf = (request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl ?? `${schemeOf(request)}://${hostOf(request)}`;

/** The path of PUBLIC_URL, which the proxy in front removes from requests: what pages load and link to begins with it. Empty for the root. */
export const basePathOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The host of links. Invalid hosts are ignored. Without a valid host, links have the local address of the connection. */
function hostOf({ host, headers, socket: { localAddress = 'localhost', localPort = 80 } }: FastifyRequest): string {
  const localHost = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return [host, headers.host ?? ''].find(isHost) ?? `${localHost}:${String(localPort)}`;
}

/** Fails BAD_REQUEST for a request with no host, several hosts or an invalid host (RFC 9112, 3.2). */
export function requireHost({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): void {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) fail('BAD_REQUEST', { reason: 'Send one Host header.' });
  if (host === undefined && httpVersion !== '1.0')
    fail('BAD_REQUEST', { reason: 'Send a Host header: the name or address of this server.' });
  if (host !== undefined && host !== '' && !isHost(host))
    fail('BAD_REQUEST', { reason: 'The Host header is invalid: send a name or an address, with an optional port.' });
}

/** The path and query of a request target. The host of an absolute target replaces the Host header (RFC 9112, 3.2.2). */
export function pathOfRequestTarget({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return path.startsWith('/') ? path : `/${path}`;
}

/** The response headers that scripts of other origins may read, in addition to the headers that browsers always expose. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Trace-Id',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** Whether pages of every origin may call the REST API at a path. */
const isOpenToAll = (path: string): boolean =>
  restApis.some(({ base, conventions }) => conventions.isOpenToAllOrigins && path.startsWith(base));

/** How long a browser may cache a preflight response. */
const preflightSeconds = 86_400;

/**
 * Allows requests of web pages from the configured origins, without credentials: a page must send an API key itself. A browser's
 * preflight is answered at every path; the route of a path answers any other OPTIONS. REST APIs with `isOpenToAllOrigins` accept pages
 * of every origin.
 */
export async function allowOrigins(http: FastifyInstance, origins: Config['corsOrigins']): Promise<void> {
  const options = {
    credentials: false,
    exposedHeaders,
    methods,
    maxAge: preflightSeconds,
    preflightContinue: true,
    strictPreflight: false,
  };
  const openOptions = { ...options, origin: '*' };
  const configuredOptions = origins === '*' ? openOptions : { ...options, origin: [...origins] };
  await http.register(cors, {
    delegator: (request, done) => {
      done(null, isOpenToAll(request.url) ? openOptions : configuredOptions);
    },
  });
  http.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const { origin, 'access-control-request-method': requestedMethod } = request.headers;
    if (origin !== undefined && requestedMethod !== undefined) return void reply.code(204).send();
    // At an unknown path, only the route of the CORS plugin matches.
    if (request.routeOptions.url !== '*') return done();
    if (request.url !== '*') fail('NOT_FOUND');
    reply.code(204).header('allow', methods.join(', ')).send();
  });
}

/** How long browsers use only https for this host. */
const httpsOnlySeconds = 365 * 24 * 3_600;

/** Matches the media types of HTML, CSS and JavaScript. */
const pageType = /^(?:text\/html|text\/css|text\/javascript|application\/javascript)/;

/** The headers of pages and their assets: browsers send no referrer, and isolate them from the windows and requests of other sites. */
const pageHeaders = Object.freeze({
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** The schemes that a caller may authenticate with: an API key, or a token of a sign-in provider. */
const challenges = 'Apikey realm="Catalograph", Bearer realm="Catalograph"';

/** Adds the security headers to every response. */
export function addSecurityHeaders(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
}

/**
 * Sets the security headers of a response: no type sniffing, no caching unless the route sets it, the authentication schemes with 401
 * (RFC 9110, 11.6.1), and HSTS on https.
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (reply.statusCode === 401) reply.header('www-authenticate', challenges);
  if (schemeOf(request) === 'https') reply.header('strict-transport-security', `max-age=${String(httpsOnlySeconds)}`);
  if (pageType.test(String(reply.getHeader('content-type')))) reply.headers(pageHeaders);
}
