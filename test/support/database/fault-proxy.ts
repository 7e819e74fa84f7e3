import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy to a test database that simulates faults. */
export interface FaultProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** How many connections were opened so far. */
  readonly opened: () => number;
  /** Silently drops all traffic of the open connections, like a host that lost its power. */
  silence(): void;
  /** Breaks the open connections. */
  cut(): void;
  /** Breaks the open connections and refuses new ones until `restore`. */
  refuse(): void;
  restore(): void;
  close(): Promise<void>;
}

/** The socket's name in its folder, as PostgreSQL's clients expect it. */
const socketName = '.s.PGSQL.5432';

/** Starts a proxy for a database whose address has a socket folder as its host. */
export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'fault-'));
  const pairs = new Set<readonly [Socket, Socket]>();
  let opened = 0;
  let isRefusing = false;

  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    opened += 1;
    const upstream = connect(join(decodeURIComponent(target.hostname), socketName));
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => {
        to.destroy();
      });
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(join(folder, socketName));
  await once(server, 'listening');
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };

  return {
    url: databaseUrl.replace(new URL(databaseUrl).hostname, encodeURIComponent(folder)),
    opened: () => opened,
    silence: () => {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
    cut,
    refuse: () => {
      isRefusing = true;
      cut();
    },
    restore: () => {
      isRefusing = false;
    },
    close: async () => {
      cut();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
