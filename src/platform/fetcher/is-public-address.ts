import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that the internet routes to single hosts. Mapped, translated, local and unassigned addresses lie outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address in the resolver's notation belongs to a host on the public internet. Private, loopback, link-local,
 * shared, multicast, documentation, benchmarking and reserved ranges do not; nor does an IPv6 address that contains an IPv4
 * address (mapped, NAT64, 6to4, Teredo) or names a network interface.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}
