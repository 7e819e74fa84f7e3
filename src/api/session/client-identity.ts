import ipaddr from 'ipaddr.js';
import type { Session } from './session.ts';

/** An address that a proxy reports with its port. */
const withPort = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i;

/** Whose calls a limit counts: the user, whichever key they use, or the client's address: an IPv6 client owns its /64 network, and clients without an address share one limit. */
export function clientIdentity({ username, clientAddress = '' }: Session): readonly string[] {
  if (username !== undefined) return ['user', username];
  const [, six, four] = withPort.exec(clientAddress) ?? [];
  const text = six ?? four ?? clientAddress;
  if (!ipaddr.isValid(text)) return ['address', ''];
  const address = ipaddr.process(text);
  return ['address', address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()];
}
