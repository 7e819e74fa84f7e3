import ipaddr from 'ipaddr.js';
import type { Session } from './session.ts';

/** An address as a proxy may report it: IPv6 in brackets or IPv4, followed by a port. */
const addressWithPort = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i;

/**
 * The key under which a rate limit counts the caller's requests: the user, whichever API key they use, or else the client's address. Of an
 * IPv6 address it is the /64 network, because one client owns all of it. Clients without an address share one limit.
 */
export function clientIdentity({ username, clientAddress = '' }: Session): readonly string[] {
  if (username !== undefined) return ['user', username];
  const [, ipv6, ipv4] = addressWithPort.exec(clientAddress) ?? [];
  const text = ipv6 ?? ipv4 ?? clientAddress;
  if (!ipaddr.isValid(text)) return ['address', ''];
  const address = ipaddr.process(text);
  return ['address', address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()];
}
