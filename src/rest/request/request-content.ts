import type { FastifyRequest } from 'fastify';
import type { RestInput } from './rest-input.ts';

/** What a request asks for, apart from the credential: two requests with equal content are the same request. */
export const requestContent = (
  { method, headers }: FastifyRequest,
  { url, query: { apikey: _key, ...query }, body, file, form }: RestInput,
): object => ({ method, path: new URL(url).pathname, query, ifMatch: headers['if-match'] ?? null, body, file, form });
