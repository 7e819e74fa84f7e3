import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { browserOf } from './code-flow.ts';

/** What a test changes of a token that the provider signs. */
export interface TokenOptions {
  readonly header?: Readonly<Record<string, unknown>>;
  /** Default: the current key of the provider. */
  readonly key?: CryptoKey | Uint8Array;
}

/** Requests that are never answered. */
export interface HangingRequests {
  /** Resolves when the first comes. */
  readonly requested: Promise<unknown>;
  /** Breaks their connections; later requests are answered. */
  readonly disconnect: () => void;
}

/** An OpenID provider on this machine, which tokens of persons come from. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** The host and port, for FETCH_ALLOW. */
  readonly host: string;
  /** The claims of each person, by the subject. */
  readonly persons: Map<string, object>;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /** The ID token of a person who signs in with a browser. */
  signIn(subject: string): Promise<string>;
  /** A token with these claims, which the provider signs without asking anyone. */
  sign(claims: JWTPayload, options?: TokenOptions): Promise<string>;
  /** The public key, as in the key set. */
  publicKey(): JWK;
  /** Replaces the key. */
  rotateKey(): Promise<void>;
  /** Lets the clients of services get answers at an address. */
  acceptRedirect(address: string): void;
  /** Lets requests wait for ever. */
  hang(): HangingRequests;
}

/** The client id of the portal at the provider: the audience of its tokens. */
export const clientId = 'portal';
/** A service that signs people in, without a secret and with one. */
export const publicService = { clientId: 'service' };
export const secretService = { clientId: 'secret-service', clientSecret: 'a+secret/with:signs%' };
const redirectUri = 'http://127.0.0.1/callback';

/** Starts a provider for the tests of one file, on a free port. */
export async function openIdProvider(): Promise<OpenIdProvider> {
  // The provider warns that it is meant for production.
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  afterAll(() => {
    Object.assign(console, { warn, info });
  });
  const persons = new Map<string, object>();
  const requests: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    handle(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const issuer = `http://${host}`;
  let current = await newKey();
  const { Provider } = await import('oidc-provider');
  const redirects: string[] = [];
  const start = () => {
    handle = new Provider(issuer, configurationOf(persons, current.jwk, redirects)).callback();
  };
  start();
  return {
    issuer,
    host,
    persons,
    requests,
    signIn: (subject) => codeFlow(issuer, subject),
    sign: (claims, { header, key = current.key } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: current.jwk.kid ?? '', ...header }).sign(key),
    publicKey: () => {
      const { d: _private, ...publicKey } = current.jwk;
      return publicKey;
    },
    rotateKey: async () => {
      current = await newKey();
      start();
    },
    acceptRedirect: (address) => {
      redirects.push(address);
      start();
    },
    hang: () => {
      const requested = Promise.withResolvers<undefined>();
      handle = () => {
        requested.resolve(undefined);
      };
      return {
        requested: requested.promise,
        disconnect: () => {
          server.closeAllConnections();
          start();
        },
      };
    },
  };
}

async function newKey(): Promise<{ key: CryptoKey; jwk: JWK }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { key: privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' } };
}

const configurationOf = (persons: ReadonlyMap<string, object>, key: JWK, redirects: readonly string[]) => ({
  jwks: { keys: [key] },
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: 'ES256',
      application_type: 'native',
    },
    ...(redirects.length === 0 ? [] : [serviceOf(publicService, redirects), serviceOf(secretService, redirects)]),
  ],
  claims: { openid: ['sub', 'preferred_username', 'email', 'groups'] },
  conformIdTokenClaims: false,
  cookies: { keys: ['test'] },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  findAccount: (_context: unknown, subject: string) => ({
    accountId: subject,
    claims: () => ({ sub: subject, ...persons.get(subject) }),
  }),
});

const serviceOf = (
  { clientId: id, clientSecret }: { readonly clientId: string; readonly clientSecret?: string },
  redirects: readonly string[],
) => ({
  client_id: id,
  ...(clientSecret === undefined
    ? { token_endpoint_auth_method: 'none' }
    : { token_endpoint_auth_method: 'client_secret_basic', client_secret: clientSecret }),
  redirect_uris: redirects,
  post_logout_redirect_uris: redirects.map((address) => address.replace(/callback$/, 'signed-out')),
  id_token_signed_response_alg: 'ES256',
});

/** Signs a person in by the authorization code flow with PKCE, as a browser and the portal do together. */
async function codeFlow(issuer: string, subject: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const browser = browserOf(issuer);
  const code = await browser.authorize(
    new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
    subject,
  );
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const { id_token: token } = (await response.json()) as { id_token: string };
  return token;
}
