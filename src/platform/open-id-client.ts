import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Fetcher } from './fetcher/fetcher.ts';
import type { Log } from './log.ts';

/** A sign-in provider, and this service as its client. */
export interface OpenIdRegistration {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** What is asked for besides `openid`. */
  readonly scopes: readonly string[];
}

/** What the answer of a provider is compared with. It stays with the browser that signs in. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Where a provider sends a browser after the sign-out. */
export interface ProviderReturn {
  readonly returnTo: string;
  /** What the provider gives back. */
  readonly state: string;
}

/** Signs people in by the authorization code flow with PKCE (RFC 6749, 4.1; RFC 7636; OpenID Connect Core 1.0, 3.1). */
export interface OpenIdClient {
  /** The address at the provider to which the browser goes. Fails PROVIDER_UNAVAILABLE. */
  start(registration: OpenIdRegistration, redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /** The ID token for the code in the address to which the provider sent the browser. Fails SIGN_IN_REFUSED and PROVIDER_UNAVAILABLE. */
  finish(registration: OpenIdRegistration, callback: URL, checks: SignInChecks): Promise<string>;
  /**
   * The address at which a person signs out at the provider (OpenID Connect RP-Initiated Logout 1.0, 2). It has the client id in place of an ID token,
   * so none is kept, and the provider asks the person. Undefined for a provider that names no such address, or cannot be asked.
   */
  signOutUrl(registration: OpenIdRegistration, back: ProviderReturn): Promise<string | undefined>;
}

/** What the client uses. */
interface OpenIdPorts {
  readonly fetcher: Fetcher;
  readonly log: Log;
  /** Whether a provider may be asked at a URL. */
  readonly isTrusted: (address: string) => boolean;
}

/** The maximum size of an answer of a provider, in bytes. */
const maxAnswerBytes = 256 * 1024;
const timeoutSeconds = 10;

/** The maximum size of the metadata of all providers together, in bytes, and for how long they are used without reading them again. */
const maxMetadataBytes = 8 * 1024 * 1024;
const maxAgeMs = 10 * 60_000;

/** Creates the client of a process. Every request of it goes through the fetcher. */
export function createOpenIdClient({ fetcher, log, isTrusted }: OpenIdPorts): OpenIdClient {
  const metadata = new LRUCache<string, openid.ServerMetadata>({
    maxSize: maxMetadataBytes,
    sizeCalculation: () => maxAnswerBytes,
    ttl: maxAgeMs,
  });

  const fetchGuarded: openid.CustomFetch = async (address, { method, headers, body, signal }) => {
    requireTrusted(address);
    const response = await fetcher.fetch(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      ...(body != null && { content: textOf(body) }),
      headers,
      maxBytes: maxAnswerBytes,
      acceptedStatuses: [400, 401, 403],
      ...(signal && { signal }),
    });
    requireTrusted(response.url);
    const { 'content-type': type = '', 'www-authenticate': challenge } = response.headers;
    return new Response(new Uint8Array(await buffer(response.body)), {
      status: response.status,
      headers: { 'content-type': type, ...(challenge !== undefined && { 'www-authenticate': challenge }) },
    });
  };

  function requireTrusted(address: string): void {
    if (!isTrusted(address)) throw new TypeError(`${address} is neither https nor a host of FETCH_ALLOW.`);
  }

  async function configurationOf({
    issuer,
    clientId,
    clientSecret,
  }: OpenIdRegistration): Promise<openid.Configuration> {
    const cached = metadata.get(issuer);
    const known = cached ?? (await discover(issuer, clientId));
    if (!cached) metadata.set(issuer, known);
    const config = new openid.Configuration(known, clientId, undefined, authenticationOf(known, clientSecret));
    prepare(config);
    return config;
  }

  async function discover(issuer: string, clientId: string): Promise<openid.ServerMetadata> {
    const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      [openid.customFetch]: fetchGuarded,
      timeout: timeoutSeconds,
      execute: [openid.allowInsecureRequests],
    });
    return found.serverMetadata();
  }

  /** The client allows http, because `isTrusted` decides which addresses may be asked by it. */
  function prepare(config: openid.Configuration): void {
    config[openid.customFetch] = fetchGuarded;
    config.timeout = timeoutSeconds;
    openid.allowInsecureRequests(config);
  }

  /** Runs a step. The log has the reason of a failure; the person learns the code of the provider alone. */
  async function step<T>(issuer: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      log.warn({ issuer, reason: reasonOf(error) }, 'a person could not sign in');
      throw failureOf(error);
    }
  }

  return {
    start: (registration, redirectUri) =>
      step(registration.issuer, async () => {
        const config = await configurationOf(registration);
        const checks = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: [...new Set(['openid', ...registration.scopes])].join(' '),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        });
        requireTrusted(url.href);
        return { url: url.href, checks };
      }),
    finish: (registration, callback, { state, nonce, codeVerifier }) =>
      step(registration.issuer, async () => {
        const config = await configurationOf(registration);
        const tokens = await openid.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return tokens.id_token ?? fail('SIGN_IN_REFUSED', { reason: 'It sent no ID token.' });
      }),
    async signOutUrl(registration, { returnTo, state }) {
      try {
        const config = await configurationOf(registration);
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        const { href } = openid.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, state });
        requireTrusted(href);
        return href;
      } catch (error) {
        log.warn({ issuer: registration.issuer, reason: reasonOf(error) }, 'a person could not sign out at a provider');
        return undefined;
      }
    },
  };
}

/** How the client authenticates: with its secret in a header, as every provider must support (RFC 6749, 2.3.1), unless the provider names other ways. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: supported }: openid.ServerMetadata,
  secret: string | undefined,
): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const acceptsHeader = supported === undefined || supported.includes('client_secret_basic');
  return acceptsHeader ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

/** The body of a token request, which is a form. */
const textOf = (body: openid.FetchBody): string =>
  typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '';

/** The code of an error of RFC 6749, 4.1.2.1 and 5.2. */
const errorPattern = /^[a-z_]{1,60}$/;

/** The failure that the person learns of. A provider that cannot be reached is not one that refuses. */
function failureOf(error: unknown): CatalogError {
  if (error instanceof CatalogError && error.code === 'SIGN_IN_REFUSED') return error;
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    const code = errorPattern.test(error.error) ? ` (${error.error})` : '';
    return refusal(`It refused the sign-in${code}.`);
  }
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return refusal(
      'It does not accept this service as a client; an administrator can check the client id and its secret.',
    );
  const isInvalid = error instanceof openid.ClientError && !isUnreachable(error);
  return isInvalid
    ? refusal('Its answer is not valid; the log of this service says why.')
    : new CatalogError('PROVIDER_UNAVAILABLE');
}

const refusal = (reason: string): CatalogError => new CatalogError('SIGN_IN_REFUSED', { reason });

/** Whether the fetcher got no answer, or none in time. */
const isUnreachable = ({ cause, code }: openid.ClientError): boolean =>
  cause instanceof CatalogError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';

const maxCauses = 5;

/** The messages of an error and its causes, and the code of the provider. None has a code or a token of the sign-in in it. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let each = error; each instanceof Error && messages.length < maxCauses; each = each.cause)
    messages.push('error' in each ? `${each.message} (${String(each.error)})` : each.message);
  return messages.join(': ');
}
