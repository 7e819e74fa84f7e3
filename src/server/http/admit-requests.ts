import type { FastifyInstance } from 'fastify';
import { CatalogError, fail } from '#kernel/fail.ts';
import { requireHost } from './request-address.ts';

/**
 * Refuses unknown paths, invalid hosts and compressed bodies after authentication, before any of the body is read. A client that sends
 * `Expect: 100-continue` receives the permission to send its body only after these checks.
 */
export function admitRequests(http: FastifyInstance): void {
  // Unknown expectations are ignored (RFC 9110, 10.1.1).
  for (const expectation of ['checkContinue', 'checkExpectation'])
    http.server.on(expectation, (request, response) => {
      http.server.emit('request', request, response);
    });
  http.addHook('preParsing', ({ is404, raw }, reply, _payload, done) => {
    if (is404) fail('NOT_FOUND');
    requireHost(raw);
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const coding = headers['content-encoding'] ?? 'identity';
    if (hasBody && coding.toLowerCase() !== 'identity') {
      reply.header('accept-encoding', 'identity');
      throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', {
        expected: 'a body without Content-Encoding',
      });
    }
    if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done();
  });
}
