import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayRound, parseJson, utf8Text } from '../../kernel/json.ts';

/**
 * A parser of JSON bodies: they are in UTF-8, and integers keep their digits. Names that every object has are an error, or names
 * like others.
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
