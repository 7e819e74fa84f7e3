import { lookup } from 'node:dns/promises';
import type { AppServices } from '../../src/api/app-services.ts';
import { createDatasources } from '../../src/platform/datasources/create-datasources.ts';
import { createFetcher } from '../../src/platform/fetcher/create-fetcher.ts';
import { createGuard, type Resolve } from '../../src/platform/fetcher/guard.ts';
import { refreshTokensInMemory } from './refresh-tokens.ts';

/** Knows this machine and no other, so that nothing waits for a name server. */
const resolve: Resolve = async (name) => (name === 'localhost' ? lookup(name, { all: true }) : []);

/** The ways out of an application that reaches no other machine; pairs of host and port of this one as FETCH_ALLOW lists them. */
export function onThisMachine(allow: readonly string[]): Pick<AppServices, 'fetcher' | 'datasources'> {
  const guard = createGuard({ allow, resolve });
  const fetcher = createFetcher(guard);
  return { fetcher, datasources: createDatasources({ guard, fetcher, refreshTokens: refreshTokensInMemory() }) };
}
