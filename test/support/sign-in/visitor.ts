import type { LightMyRequestResponse } from 'fastify';
import type { App } from '#processes/app.ts';
import { browserOf } from './code-flow.ts';
import type { OpenIdProvider } from './openid-provider.ts';

/** Headers of a request; undefined takes back one that a browser sends. */
type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What a request has besides its path. */
interface SentParts {
  readonly headers?: RequestHeaders;
  readonly payload?: string | object;
}

/** A browser at this service, with its cookies. It names the origin of what it sends, as browsers do. */
export interface Visitor {
  /** The cookies by name; a test may change them. */
  readonly cookies: Map<string, string>;
  send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: SentParts,
  ): Promise<LightMyRequestResponse>;
  /** A document that a page of this service sends. */
  graph(query: string): Promise<{ status: number; data: ReturnType<typeof JSON.parse>; code: string | undefined }>;
  /** Starts to sign in, and signs a person in at the provider; returns the path at which the browser comes back. */
  signInAtProvider(providerUid: string, subject: string, returnTo?: string): Promise<string>;
  /** Signs a person in from an address of the provider on. */
  visitProvider(address: string, subject: string): Promise<string>;
  /** Signs a person in; returns the last answer. */
  signIn(providerUid: string, subject: string, returnTo?: string): Promise<LightMyRequestResponse>;
}

/** The headers that have a value: a test takes one back by undefined. */
const given = (headers: RequestHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined));

/** Opens a browser at the address of a service. Below a path, a proxy in front removes the path. */
export function visitorOf({ http }: Pick<App, 'http'>, provider: OpenIdProvider, base = 'http://localhost'): Visitor {
  const cookies = new Map<string, string>();
  const { origin, host, pathname } = new URL(base);

  async function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { headers, ...options }: SentParts = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await http.inject({
      method,
      url: path,
      ...options,
      headers: given({
        host,
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(method !== 'GET' && { origin, 'sec-fetch-site': 'same-origin' }),
        ...headers,
      }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const visitor: Visitor = {
    cookies,
    send,
    async graph(query) {
      const answer = await send('POST', '/graphql', { payload: { query } });
      const { data, errors } = answer.json();
      return { status: answer.statusCode, data, code: errors?.[0]?.extensions.code };
    },
    async signInAtProvider(providerUid, subject, returnTo) {
      const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
      const { headers } = await send('GET', `/sign-in/${providerUid}${query}`);
      return visitor.visitProvider(String(headers.location), subject);
    },
    async visitProvider(address, subject) {
      const { href } = await browserOf(provider.issuer).visit(address, subject);
      if (!href.startsWith(base)) throw new Error(`The provider sends the browser to ${href}.`);
      return href.slice(origin.length + (pathname === '/' ? 0 : pathname.length));
    },
    signIn: async (...parameters) => send('GET', await visitor.signInAtProvider(...parameters)),
  };
  return visitor;
}
