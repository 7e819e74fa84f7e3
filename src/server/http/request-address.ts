import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';

/** Matches a host name or address with an optional port. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~-]{1,253})(?::\d{1,5})?$/i;

const isHost = (host: string): boolean => hostPattern.test(host) && URL.canParse(`http://${host}`);

/** The scheme that the client uses: https when a trusted proxy reports https, else http. */
export const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  protocol.toLowerCase() === 'https' ? 'https' : 'http';

/** The scheme and host at which the client reaches the service: those of PUBLIC_URL, else those that a trusted proxy or the request reports. */
export const baseUrlOf = (request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl ?? `${schemeOf(request)}://${hostOf(request)}`;

/** The path of PUBLIC_URL, which the proxy in front removes from requests: what pages load and link to begins with it. Empty for the root. */
export const basePathOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The host of links. Invalid hosts are ignored. Without a valid host, links have the local address of the connection. */
function hostOf({ host, headers, socket: { localAddress = 'localhost', localPort = 80 } }: FastifyRequest): string {
  const localHost = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return [host, headers.host ?? ''].find(isHost) ?? `${localHost}:${String(localPort)}`;
}

/** Fails BAD_REQUEST for a request with no host, several hosts or an invalid host (RFC 9112, 3.2). */
export function requireHost({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): void {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) fail('BAD_REQUEST', { reason: 'Send one Host header.' });
  if (host === undefined && httpVersion !== '1.0')
    fail('BAD_REQUEST', { reason: 'Send a Host header: the name or address of this server.' });
  if (host !== undefined && host !== '' && !isHost(host))
    fail('BAD_REQUEST', { reason: 'The Host header is invalid: send a name or an address, with an optional port.' });
}

/** The path and query of a request target. The host of an absolute target replaces the Host header (RFC 9112, 3.2.2). */
export function pathOfRequestTarget({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return path.startsWith('/') ? path : `/${path}`;
}
