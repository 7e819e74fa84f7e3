import type { RefreshTokens } from '#platform/datasources/datasource-client.ts';

/** Refresh tokens in memory, by the configured token. */
export function refreshTokensInMemory(): RefreshTokens {
  const present = new Map<string, string>();
  const of = (configured: string) => present.get(configured) ?? configured;
  return {
    current: async ({ refreshToken }) => of(refreshToken),
    replace: async ({ refreshToken }, used, given) => {
      if (of(refreshToken) === used) present.set(refreshToken, given);
    },
  };
}
