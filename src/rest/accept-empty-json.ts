import type { FastifyInstance } from 'fastify';

/** Takes a request without a body, whatever type it names: where nothing is required, nothing need be sent (rest.md 1, Bodies). */
export function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('ignore', 'ignore');
  http.removeContentTypeParser('application/json');
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
