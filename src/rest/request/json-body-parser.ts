import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayRound, parseJson, utf8Text } from '../../kernel/json.ts';

/**
 * Creates a parser of JSON bodies in UTF-8 in which integers keep their digits. Names that objects inherit (`__proto__`) are an error,
 * or are ignored.
 */
export function jsonBodyParser(
  http: FastifyInstance,
  inherited: 'error' | 'ignore',
): (request: FastifyRequest, body: Buffer) => Promise<unknown> {
  const parse = http.getDefaultJsonParser(inherited, inherited);
  return async (request, body) => {
    const text = utf8Text(body);
    const value = await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, parsed) => {
        if (error) reject(error);
        else resolve(parsed);
      });
    });
    return mayRound(text) ? parseJson(text) : value;
  };
}
