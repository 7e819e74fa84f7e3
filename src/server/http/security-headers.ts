import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { schemeOf } from './request-address.ts';

/** How long browsers use https alone for this host once they have come by it, in seconds. */
const httpsOnlySeconds = 365 * 24 * 3_600;

/** Types that a browser runs or shows as a page. */
const pageType = /^(?:text\/html|text\/css|text\/javascript|application\/javascript)/;

/** The headers of pages and their files: their addresses are told to nobody, and no other site opens or embeds them. */
const pageHeaders = Object.freeze({
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** Puts onto every answer what holds for all of them. */
export function addSecurityHeaders(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
}

/**
 * The headers of an answer that hold wherever it comes from: its type is what it says, no cache keeps it unless it says so, a refused
 * key is told the scheme (RFC 9110, 11.6.1), and who came by https comes by https again.
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (reply.statusCode === 401) reply.header('www-authenticate', 'Apikey realm="Catalograph"');
  if (schemeOf(request) === 'https') reply.header('strict-transport-security', `max-age=${String(httpsOnlySeconds)}`);
  if (pageType.test(String(reply.getHeader('content-type')))) reply.headers(pageHeaders);
}
