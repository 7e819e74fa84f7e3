import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { CatalogError } from '#kernel/fail.ts';
import ipaddr from 'ipaddr.js';

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The settings of a guard. */
interface GuardSettings {
  /** Pairs of host and port, as in FETCH_ALLOW, that may be reached although the address is private. */
  readonly allow: readonly string[];
  /** Default: the operating system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** The time limit for resolving the name and connecting, in milliseconds. Default: 10,000. */
  readonly connectTimeout?: number;
}

/** Opens connections to addresses that users name, and refuses private networks. */
export interface Guard {
  /** Connects to a public host or an allowed pair. Fails SOURCE_REFUSED before a packet is sent, SOURCE_FAILED after the timeout. */
  readonly connect: (host: string, port: number) => Promise<Socket>;
}

/** Creates a guard. Addresses are checked in the lookup of the connection itself, so a second DNS answer cannot replace them. */
export function createGuard({ allow, resolve = resolveBySystem, connectTimeout = 10_000 }: GuardSettings): Guard {
  const isAllowed = parseAllowList(allow);

  /** Resolves a host. Refuses a host with any private address, because the socket may connect to any of its addresses. */
  async function resolveAllowed(host: string, port: number): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(host);
    if (!first) throw notFound(host);
    const mayReach = isAllowed(host, port) || [first, ...others].every(({ address }) => isPublicAddress(address));
    if (!mayReach) throw sourceRefused(host, port);
    return [first, ...others];
  }

  function openSocket(host: string, port: number): Socket {
    const lookup: LookupFunction = (_name, { all }, callback) => {
      callbackify(resolveAllowed)(host, port, (error, found) => {
        if (error) callback(error, []);
        else if (all) callback(null, found);
        else callback(null, found[0].address, found[0].family);
      });
    };
    return connect({ host, port, lookup, noDelay: true, keepAlive: true });
  }

  return {
    connect: async (given, port) => {
      const host = normalizeHost(given);
      // The socket does not look up a literal IP address, so the address is checked here.
      if (isIP(host) && !isAllowed(host, port) && !isPublicAddress(host)) throw sourceRefused(host, port);
      return awaitConnection(openSocket(host, port), noResponse(host, port, connectTimeout), connectTimeout);
    },
  };
}

const resolveBySystem: Resolve = (name) => systemLookup(name, { all: true });

function awaitConnection(socket: Socket, timeoutError: Error, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(timeoutError), timeout);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const sourceRefused = (host: string, port: number) =>
  new CatalogError('SOURCE_REFUSED', {
    reason: `${host} is not on the public internet. An administrator can open it by adding it with port ${port} to FETCH_ALLOW.`,
  });

const noResponse = (host: string, port: number, milliseconds: number) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} did not answer on port ${port} within ${milliseconds / 1000} seconds.`,
  });

const notFound = (name: string) => Object.assign(new Error(`No address for ${name}`), { code: 'ENOTFOUND' });

/** Whether the administrator allows a host and port, private or not. */
type AllowList = (host: string, port: number) => boolean;

/** Parses pairs of host and port, such as `[::1]:9000`. Throws a TypeError that names an invalid pair. */
export function parseAllowList(pairs: readonly string[]): AllowList {
  const allowed = new Set(pairs.map(parsePair));
  return (host, port) => allowed.has(`${normalizeHost(host)}:${port}`);
}

/** The host of a URL without the brackets of IPv6 and in lower case. */
export const normalizeHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

function parsePair(pair: string): string {
  const [, host = '', port = ''] = /^([^/?#@\s]+):(\d{1,5})$/.exec(pair) ?? [];
  const url = URL.parse(`http://${host}`);
  if (url?.port !== '' || Number(port) > 65_535) {
    throw new TypeError(`"${pair}" is not a host and a port, such as intranet.example:443 or [::1]:8080.`);
  }
  return `${normalizeHost(url.hostname)}:${Number(port)}`;
}

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
