import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { z } from 'zod';
import { cacheFor } from '#kernel/concurrency.ts';
import { readJsonResponse } from './datasources/provider-requests.ts';
import type { Fetcher } from './fetcher/fetcher.ts';
import type { Log } from './log.ts';
import { parseAllowList } from './fetcher/guard.ts';

/** What a token must say to be accepted. */
interface TokenRules {
  readonly issuer: string;
  /** The audiences of which the token must have one. */
  readonly audiences: readonly string[];
}

/** The claims of a verified token. */
export interface VerifiedToken {
  /** Identifies the person at the issuer, for ever. */
  readonly subject: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** All claims, by name. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Verifies the tokens of OpenID providers. */
interface TokenVerifier {
  /** The issuer that a token names, before anything is verified. Fails INVALID_TOKEN for one that names none, NOT_A_TOKEN for a text that is no JWT. */
  issuerOf(token: string): string;
  /**
   * Verifies the signature of a token by the keys of its issuer, its times, issuer and audience. Fails INVALID_TOKEN, whatever the reason,
   * which is logged; PROVIDER_UNAVAILABLE when the keys of the issuer cannot be read.
   */
  verify(token: string, rules: TokenRules): Promise<VerifiedToken>;
}

/** The accepted signatures: only asymmetric ones, because symmetric ones sign with the public key (RFC 8725, 2.1). */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The types of tokens that identify a caller. Logout tokens and others name another type (RFC 8725, 3.11). */
const acceptedTypes = ['jwt', 'at+jwt', 'application/at+jwt'];

/** How far the clocks of the provider and of this machine may differ. */
export const clockToleranceSeconds = 30;

/** OpenID Connect Core 1.0, 2: `sub` has at most 255 ASCII characters. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

/** Whether a value may identify a person at an issuer. A number is no text: `1001` and `"1001"` would be one person. */
export const isSubject = (value: unknown): value is string => typeof value === 'string' && subjectPattern.test(value);

/** The maximum size of the keys of all issuers together, in bytes. */
const maxKeyBytes = 16 * 1024 * 1024;

/** Creates the verifier of a process. It caches the keys of each issuer. */
export function createTokenVerifier(
  { clock, ...ports }: KeyPorts & { readonly clock: Clock },
  times?: KeyTimes,
): TokenVerifier {
  const keysByIssuer = new LRUCache<string, JWTVerifyGetKey>({
    maxSize: maxKeyBytes,
    sizeCalculation: () => maxDocumentBytes,
  });

  function keysOf(issuer: string): JWTVerifyGetKey {
    const keys = keysByIssuer.get(issuer) ?? createProviderKeys(issuer, ports, times);
    keysByIssuer.set(issuer, keys);
    return keys;
  }

  async function verifyClaims(token: string, { issuer, audiences }: TokenRules): Promise<VerifiedToken> {
    const now = clock.now();
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(issuer), {
      algorithms,
      issuer,
      audience: [...audiences],
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    });
    const { sub = '', iat = NaN, exp = NaN } = payload;
    const { typ = 'JWT' } = protectedHeader;
    if (!acceptedTypes.includes(typ.toLowerCase())) throw new Error(`tokens of the type ${typ} are not accepted`);
    if (!isSubject(sub)) throw new Error('"sub" is not 1 to 255 ASCII characters');
    const [issuedAt, expiresAt] = [toDate(iat), toDate(exp)];
    if (issuedAt.getTime() > now.getTime() + clockToleranceSeconds * 1_000) throw new Error('"iat" is in the future');
    return { subject: sub, issuedAt, expiresAt, claims: payload };
  }

  return {
    issuerOf: (token) => namedIssuer(token) ?? fail(isJwt(token) ? 'INVALID_TOKEN' : 'NOT_A_TOKEN'),
    verify: async (token, rules) => {
      try {
        return await verifyClaims(token, rules);
      } catch (error) {
        if (error instanceof CatalogError) throw error;
        ports.log.info({ issuer: rules.issuer, reason: String(error) }, 'a token was refused');
        return fail('INVALID_TOKEN');
      }
    },
  };
}

/** Whether a text has the three parts of a signed JWT (RFC 7515, 3.1). */
const isJwt = (text: string): boolean => text.split('.').length === 3;

/** The issuer that a token names; undefined where it names none or is no JWT. */
function namedIssuer(token: string): string | undefined {
  try {
    const { iss }: { iss?: unknown } = decodeJwt(token);
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

/** The instant of a NumericDate (RFC 7519, 2). */
function toDate(seconds: number): Date {
  const date = new Date(seconds * 1_000);
  if (Number.isNaN(date.getTime())) throw new Error(`${seconds} is no time`);
  return date;
}

/** What reads the keys of providers. */
interface KeyPorts {
  readonly fetcher: Fetcher;
  readonly log: Log;
  /** Whether keys may be read from a URL. */
  readonly isTrusted: (address: string) => boolean;
}

/** The maximum size of the metadata and of the key set of a provider, in bytes. */
const maxDocumentBytes = 128 * 1024;
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
function createProviderKeys(
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

/**
 * Returns the function that decides whether keys may be read from a URL: over https, or over http from a host and port of FETCH_ALLOW, where
 * the administrator vouches for the network. Anyone on the way could replace the keys otherwise.
 */
export function createAddressCheck(allow: readonly string[]): (address: string) => boolean {
  const isAllowed = parseAllowList(allow);
  return (address) => {
    const url = URL.parse(address);
    if (url?.protocol === 'https:') return true;
    return url?.protocol === 'http:' && isAllowed(url.hostname, Number(url.port || 80));
  };
}
