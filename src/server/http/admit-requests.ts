import type { FastifyInstance } from 'fastify';
import { CatalogError, fail } from '../../kernel/fail.ts';
import { requireHost } from './request-address.ts';

/**
 * What is decided once it is known who asks, before any of a body is read: at an address that is none nothing is, a host that is none
 * is refused, and so is a compressed body.
 * A client that waits for it (`Expect: 100-continue`) is told to go on only then, so that it sends nothing in vain.
 */
export function admitRequests(http: FastifyInstance): void {
  // other expectations are no reason to refuse (RFC 9110, 10.1.1)
  for (const expectation of ['checkContinue', 'checkExpectation'])
    http.server.on(expectation, (request, response) => {
      http.server.emit('request', request, response);
    });
  http.addHook('preParsing', async ({ is404, raw }, reply) => {
    if (is404) fail('NOT_FOUND');
    requireHost(raw);
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const coding = headers['content-encoding'] ?? 'identity';
    if (hasBody && coding.toLowerCase() !== 'identity') {
      reply.header('accept-encoding', 'identity');
      throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', {
        expected: 'the body as it is: a Content-Encoding is not read here',
      });
    }
    if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  });
}
