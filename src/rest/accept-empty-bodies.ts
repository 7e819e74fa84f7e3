import type { FastifyInstance } from 'fastify';
import { CatalogError } from '../kernel/fail.ts';

/** Takes a request without a body, whatever type it names: where nothing is required, nothing need be sent (rest.md 1, Bodies). */
export function acceptEmptyBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('ignore', 'ignore');
  http.removeContentTypeParser('application/json');
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
  http.addContentTypeParser('*', ({ headers }, _body, done) => {
    done(headers['content-length'] === '0' ? null : new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' }), undefined);
  });
}
