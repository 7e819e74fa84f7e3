import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { cacheFor } from '#kernel/cache-for.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { readJsonResponse } from '../datasources/http/read-json-response.ts';
import type { Fetcher } from '../fetcher/fetcher.ts';
import type { Log } from '../log.ts';

/** What reads the keys of providers. */
export interface KeyPorts {
  readonly fetcher: Fetcher;
  readonly log: Log;
  /** Whether keys may be read from a URL. */
  readonly isTrusted: (address: string) => boolean;
}

/** The maximum size of the metadata and of the key set of a provider, in bytes. */
export const maxDocumentBytes = 128 * 1024;
/** When keys are read again. */
export interface KeyTimes {
  /** How long keys are used without reading them again, so that the provider can withdraw one. */
  readonly maxAgeMs: number;
  /** The least time between two reads, also when the first failed. */
  readonly cooldownMs: number;
  /** The time limit of a read. */
  readonly timeoutMs: number;
}

const defaultTimes: KeyTimes = { maxAgeMs: 10 * 60_000, cooldownMs: 10_000, timeoutMs: 10_000 };

/** The parts of OpenID Connect Discovery 1.0, 3, and of RFC 7517, 5, that are used. */
const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/**
 * Returns the function that finds the key of a token among the current keys of a provider. It reads the keys when the first token comes, when
 * they are old, and when a token names a key that is not among them. Concurrent calls share a read. Fails PROVIDER_UNAVAILABLE.
 */
export function createProviderKeys(
  issuer: string,
  ports: KeyPorts,
  { maxAgeMs, cooldownMs, timeoutMs }: KeyTimes = defaultTimes,
): JWTVerifyGetKey {
  let known: { readonly findKey: JWTVerifyGetKey; readonly expires: number } | undefined;
  const readAgain = cacheFor(cooldownMs, async () => {
    const findKey = await readKeys(issuer, ports, AbortSignal.timeout(timeoutMs));
    known = { findKey, expires: performance.now() + maxAgeMs };
    return findKey;
  });
  return async (header, token) => {
    if (known && performance.now() < known.expires) {
      try {
        return await known.findKey(header, token);
      } catch (error) {
        // The provider may have begun to use a new key.
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
    }
    return (await readAgain())(header, token);
  };
}

/** Reads the keys that the metadata of a provider name. A failure is logged with its reason, and the caller learns none. */
async function readKeys(issuer: string, ports: KeyPorts, signal: AbortSignal): Promise<JWTVerifyGetKey> {
  try {
    const metadata = await readDocument(metadataAddress(issuer), metadataSchema, signal, ports);
    if (metadata.issuer !== issuer) throw new Error(`The metadata are of the issuer ${metadata.issuer}.`);
    return createLocalJWKSet(await readDocument(metadata.jwks_uri, keySetSchema, signal, ports));
  } catch (error) {
    ports.log.warn({ issuer, reason: reasonOf(error) }, 'the keys of a sign-in provider could not be read');
    return fail('PROVIDER_UNAVAILABLE');
  }
}

const metadataAddress = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

async function readDocument<T>(
  address: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
  { fetcher, isTrusted }: KeyPorts,
): Promise<T> {
  const requireTrusted = (url: string) => {
    if (!isTrusted(url)) throw new Error(`${url} is neither https nor a host of FETCH_ALLOW.`);
  };
  requireTrusted(address);
  const response = await fetcher.fetch(address, {
    headers: { accept: 'application/json' },
    maxBytes: maxDocumentBytes,
    signal,
  });
  requireTrusted(response.url);
  return readJsonResponse(response, schema);
}

const reasonOf = (error: unknown): string =>
  error instanceof CatalogError || error instanceof Error ? error.message : String(error);
