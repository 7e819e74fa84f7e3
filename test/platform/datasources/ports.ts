import type { DatasourcePorts } from '#platform/datasources/datasource-client.ts';
import { createGuard, type Guard } from '#platform/fetcher/guard.ts';
import { noTracing } from '#platform/telemetry.ts';
import { hostKeysInMemory } from '#test/support/sources/host-keys.ts';
import { refreshTokensInMemory } from '#test/support/sources/refresh-tokens.ts';
import { fetcherFor } from '../fetcher/web.ts';

/** Ports that allow these pairs, without stored tokens and host keys. */
export const portsFor = (allow: readonly string[], guard: Guard = createGuard({ allow })): DatasourcePorts => ({
  guard,
  fetcher: fetcherFor(allow),
  refreshTokens: refreshTokensInMemory(),
  hostKeys: hostKeysInMemory(),
  tracing: noTracing,
});
