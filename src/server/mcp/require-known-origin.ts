import type { FastifyRequest } from 'fastify';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';

/**
 * Refuses web pages of other origins than PUBLIC_URL and those that CORS_ORIGINS lists; a `*` there lists none. The protocol requires the check:
 * a page that makes its own name resolve to the address of this server (DNS rebinding) would otherwise reach it inside a private network.
 * Programs send no Origin. Fails ORIGIN_NOT_ALLOWED.
 */
export function requireKnownOrigin(
  { headers: { origin } }: FastifyRequest,
  { corsOrigins, publicUrl }: Pick<Config, 'corsOrigins' | 'publicUrl'>,
): void {
  if (origin === undefined) return;
  const known = [
    ...(corsOrigins === '*' ? [] : corsOrigins),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]),
  ];
  if (!known.includes(origin)) fail('ORIGIN_NOT_ALLOWED');
}
