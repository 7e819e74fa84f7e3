import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { schemeOf } from './request-address.ts';

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
