import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { CatalogError } from '../../kernel/fail.ts';
import { allowList, bareHost } from './allow-list.ts';
import { isPublicAddress } from './is-public-address.ts';

/** Finds all the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** What a guard goes by. */
export interface GuardSettings {
  /** Pairs of host and port that may be reached although private, as FETCH_ALLOW lists them. */
  readonly allow: readonly string[];
  /** Default: the operating system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Milliseconds for finding the address and connecting. Default 10,000. */
  readonly connectTimeout?: number;
}

/** The one way out of this service: whatever a user's address makes it reach, it reaches through here. */
export interface Guard {
  /**
   * Connects to a public host, or to a pair that is allowed. Fails SOURCE_REFUSED for any other, before a packet is sent to
   * it, and SOURCE_FAILED when nobody answers in time; otherwise as the socket fails.
   */
  readonly connect: (host: string, port: number) => Promise<Socket>;
}

/** Makes a guard. Addresses are judged inside the connection's own lookup, so no later answer can slip in between. */
export function createGuard({ allow, resolve = resolveBySystem, connectTimeout = 10_000 }: GuardSettings): Guard {
  const isAllowed = allowList(allow);

  /** One private answer among public ones is enough to refuse: which of them gets connected is not ours to choose. */
  async function addressesOf(host: string, port: number): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(host);
    if (!first) throw notFound(host);
    const mayReach = isAllowed(host, port) || [first, ...others].every(({ address }) => isPublicAddress(address));
    if (!mayReach) throw refusal(host, port);
    return [first, ...others];
  }

  function open(host: string, port: number): Socket {
    const lookup: LookupFunction = (_name, { all }, answer) => {
      callbackify(addressesOf)(host, port, (error, found) => {
        if (error) answer(error, []);
        else if (all) answer(null, found);
        else answer(null, found[0].address, found[0].family);
      });
    };
    return connect({ host, port, lookup, noDelay: true, keepAlive: true });
  }

  return {
    connect: async (given, port) => {
      const host = bareHost(given);
      // A literal address is connected without a lookup.
      if (isIP(host) && !isAllowed(host, port) && !isPublicAddress(host)) throw refusal(host, port);
      return connected(open(host, port), silence(host, port, connectTimeout), connectTimeout);
    },
  };
}

const resolveBySystem: Resolve = (name) => systemLookup(name, { all: true });

function connected(socket: Socket, late: Error, timeout: number): Promise<Socket> {
  return new Promise((resolved, rejected) => {
    const timer = setTimeout(() => socket.destroy(late), timeout);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', rejected);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', rejected);
      resolved(socket);
    });
  });
}

const refusal = (host: string, port: number) =>
  new CatalogError('SOURCE_REFUSED', {
    reason: `${host} is not on the public internet. An administrator can open it by adding it with port ${port} to FETCH_ALLOW.`,
  });

const silence = (host: string, port: number, milliseconds: number) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} did not answer on port ${port} within ${milliseconds / 1000} seconds.`,
  });

const notFound = (name: string) => Object.assign(new Error(`No address for ${name}`), { code: 'ENOTFOUND' });
