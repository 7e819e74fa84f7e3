import type { FastifyRequest } from 'fastify';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import { baseUrlOf } from '#server/http/addresses.ts';
import { withParts } from '#server/http/with-parts.ts';

/** The payload of `connection_init`. */
export type ConnectionParams = Readonly<Record<string, unknown>> | undefined;

/**
 * The request as its caller authenticates it: with the key in the payload of `connection_init`, as `apikey` or as an `Authorization` header has
 * it, else with that of the request itself. A browser cannot give a WebSocket headers. Fails UNAUTHORIZED for a key of another form.
 */
export function withKeyOfPayload(request: FastifyRequest, params: ConnectionParams): FastifyRequest {
  const { apikey, authorization = params?.['Authorization'] } = params ?? {};
  const given = typeof apikey === 'string' ? `Apikey ${apikey}` : (apikey ?? authorization);
  if (given == null) return request;
  if (typeof given !== 'string') return fail('UNAUTHORIZED');
  return withParts(request, { headers: { ...request.headers, authorization: given } });
}

/**
 * Refuses web pages of other origins than those that may call the service. Browsers ask no permission for a WebSocket, so CORS protects none.
 * Fails ORIGIN_NOT_ALLOWED.
 */
export function requireOrigin(request: FastifyRequest, config: Pick<Config, 'corsOrigins' | 'publicUrl'>): void {
  const { origin } = request.headers;
  const { corsOrigins } = config;
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return;
  if (origin !== new URL(baseUrlOf(request, config)).origin) fail('ORIGIN_NOT_ALLOWED');
}
