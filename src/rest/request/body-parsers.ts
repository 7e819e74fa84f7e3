import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError } from '#kernel/fail.ts';
import { mayLoseDigits, parseJson, decodeUtf8 } from '#kernel/json.ts';

/** Registers the JSON parser of bodies. An empty body is accepted with any media type (docs/contract/rest.md 1, Bodies). */
export function registerBodyParsers(http: FastifyInstance): void {
  const parse = jsonBodyParser(http);
  http.removeContentTypeParser('application/json');
  http.removeContentTypeParser('text/plain');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    body.every(isBlank) ? undefined : parse(request, body),
  );
  http.addContentTypeParser('*', ({ headers }, _body, done) => {
    done(
      headers['content-length'] === '0'
        ? null
        : new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' }),
      undefined,
    );
  });
}

/** Whether a byte is whitespace of JSON. */
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** Parses every body as JSON, with any media type (docs/contract/rest.md 2, Realtime push). */
export function parseAnyTypeAsJson(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/json';
  });
}

/**
 * Creates a parser of JSON bodies in UTF-8 in which integers keep their digits. Names that objects inherit (`__proto__`) are ordinary
 * names: JSON.parse defines them as own members.
 */
export function jsonBodyParser(http: FastifyInstance): (request: FastifyRequest, body: Buffer) => Promise<unknown> {
  const parse = http.getDefaultJsonParser('ignore', 'ignore');
  return async (request, body) => {
    const text = decodeUtf8(body);
    const value = await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, parsed) => {
        if (error) reject(error);
        else resolve(parsed);
      });
    });
    return mayLoseDigits(text) ? parseJson(text) : value;
  };
}
