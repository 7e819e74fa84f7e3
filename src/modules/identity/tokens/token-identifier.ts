import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import { fail } from '#kernel/fail.ts';
import { clockToleranceSeconds, createTokenVerifier } from '#platform/openid/token-verifier.ts';
import { createAddressCheck } from '#platform/openid/trusted-address.ts';
import { hashKey } from '../keys/hash-key.ts';
import { provision } from './provision.ts';
import { findTokenProvider } from './token-provider.ts';

/** What identifying tokens needs of the platform. */
export type TokenPorts = Pick<Platform, 'reserveDb' | 'fetcher' | 'clock' | 'log' | 'config'>;

/** A token that was verified, and whose it is. */
export interface IdentifiedToken {
  readonly identityUid: string;
  /** What the provider required of the token when it was verified. */
  readonly rules: string;
  readonly expiresAt: Date;
}

/**
 * Finds out whose a token is. Fails NOT_A_TOKEN for a text that is no token, INVALID_TOKEN for a token that is not accepted, NO_ACCOUNT when its person has no user and may not get
 * one, and PROVIDER_UNAVAILABLE.
 */
export interface TokenIdentifier {
  /** Verifies a token when it comes for the first time, and remembers the result. */
  identify(token: string, visit: () => RequestContext): Promise<IdentifiedToken>;
  /** Verifies a token again. */
  identifyAgain(token: string, visit: () => RequestContext): Promise<IdentifiedToken>;
}

/** A token that is being identified. */
interface Visit {
  readonly token: string;
  readonly visit: () => RequestContext;
}

/** The maximum size of the remembered tokens in bytes, of which each takes about `entryBytes`: its hash and what it says. */
const maxTokenBytes = 8 * 1024 * 1024;
const entryBytes = 512;

/** Creates the identifier of a process. Concurrent calls with one token verify it once. */
export function createTokenIdentifier(platform: TokenPorts): TokenIdentifier {
  const { fetcher, clock, log, config } = platform;
  const verifier = createTokenVerifier({ fetcher, clock, log, isTrusted: createAddressCheck(config.fetchAllow) });
  const identified = new LRUCache<string, IdentifiedToken, Visit>({
    maxSize: maxTokenBytes,
    sizeCalculation: () => entryBytes,
    // A token that is evicted meanwhile is still identified for those who wait.
    ignoreFetchAbort: true,
    fetchMethod: (_hash, _known, { context: { token, visit } }) => verifyAndProvision(token, visit),
  });

  async function verifyAndProvision(token: string, visit: () => RequestContext): Promise<IdentifiedToken> {
    const provider = (await findTokenProvider(platform.reserveDb, verifier.issuerOf(token))) ?? fail('INVALID_TOKEN');
    const verified = await verifier.verify(token, provider);
    const identityUid = await provision(visit(), provider, verified);
    return { identityUid, rules: provider.rules, expiresAt: verified.expiresAt };
  }

  async function find(token: string, visit: () => RequestContext, forceRefresh: boolean): Promise<IdentifiedToken> {
    const found = await identified.fetch(hashKey(token), { context: { token, visit }, forceRefresh });
    return found && isCurrent(found) ? found : fail('INVALID_TOKEN');
  }

  const isCurrent = ({ expiresAt }: IdentifiedToken): boolean =>
    clock.now().getTime() < expiresAt.getTime() + clockToleranceSeconds * 1_000;

  return {
    identify: (token, visit) => find(token, visit, false),
    identifyAgain: (token, visit) => find(token, visit, true),
  };
}
