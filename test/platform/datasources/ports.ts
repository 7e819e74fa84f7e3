import type { DatasourcePorts } from '../../../src/platform/datasources/datasource.ts';
import type { RefreshTokens } from '../../../src/platform/datasources/refresh-tokens.ts';
import { createGuard, type Guard } from '../../../src/platform/fetcher/guard.ts';
import { fetcherFor } from '../fetcher/web.ts';

/** Refresh tokens in memory, by the configured one. */
export function refreshTokensInMemory(): RefreshTokens {
  const present = new Map<string, string>();
  const of = (configured: string) => present.get(configured) ?? configured;
  return {
    present: async ({ refreshToken }) => of(refreshToken),
    replace: async ({ refreshToken }, used, given) => { if (of(refreshToken) === used) present.set(refreshToken, given); },
  };
}

/** The ways out to these pairs, with an empty memory. */
export const portsFor = (allow: readonly string[], guard: Guard = createGuard({ allow })): DatasourcePorts =>
  ({ guard, fetcher: fetcherFor(allow), refreshTokens: refreshTokensInMemory() });
