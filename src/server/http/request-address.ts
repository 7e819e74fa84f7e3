import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../kernel/fail.ts';
import type { Config } from '../../platform/config.ts';

/** A name or an address, and a port: what a link may show as its host. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~-]{1,253})(?::\d{1,5})?$/i;

const isHost = (host: string): boolean => hostForm.test(host) && URL.canParse(`http://${host}`);

/** The scheme that the client uses, where a trusted proxy says it: https, or else http, which is what this server speaks. */
export const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  protocol.toLowerCase() === 'https' ? 'https' : 'http';

/** Scheme and host at which the client reaches the service: as configured, else as a trusted proxy or the request says. */
export const baseUrlOf = (request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl ?? `${schemeOf(request)}://${hostOf(request)}`;

/** The host of links. What a proxy forwards and is no host is left out; without any, it is the address that the connection came to. */
function hostOf({ host, headers, socket: { localAddress = 'localhost', localPort = 80 } }: FastifyRequest): string {
  const own = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return [host, headers.host ?? ''].find(isHost) ?? `${own}:${String(localPort)}`;
}

/** Fails BAD_REQUEST for a request without a host, with several, or with one that is none (RFC 9112, 3.2). */
export function requireHost({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): void {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) fail('BAD_REQUEST', { reason: 'Send one Host header.' });
  if (host === undefined && httpVersion !== '1.0')
    fail('BAD_REQUEST', { reason: 'Send a Host header: the name or address of this server.' });
  if (host !== undefined && host !== '' && !isHost(host))
    fail('BAD_REQUEST', { reason: 'The Host header is no host: send a name or an address, and a port if need be.' });
}

/** The path and query of a request line; of an absolute one the host counts in place of the Host header (RFC 9112, 3.2.2). */
export function pathOfRequestTarget({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return path.startsWith('/') ? path : `/${path}`;
}
