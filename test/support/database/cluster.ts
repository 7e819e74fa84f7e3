import { once } from 'node:events';
import { accessSync, chmodSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#platform/log.ts';
import { disposableSettings } from '#platform/postgres/launch-server.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { systemErrorCode } from '#platform/system-errors.ts';

/** The database server that all tests of a run share, or what serves its address. */
export interface TestCluster {
  readonly url: string;
  stop(): Promise<void>;
}

const NAME = 'catalograph-test-';
const ROOM = 2 ** 30;

/**
 * Serves the address of a disposable database server, which the first request starts: tests that need no database wait for none. It always ends with
 * this process.
 */
export async function serveTestCluster(): Promise<TestCluster> {
  let cluster: Promise<TestCluster> | undefined;
  const server = createServer((_request, response) => {
    (cluster ??= startTestCluster()).then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await (await cluster)?.stop();
    },
  };
}

/** Starts the server, in memory where there is room. */
async function startTestCluster(): Promise<TestCluster> {
  const parent = roomyMemory() ?? tmpdir();
  removeLeft(parent);
  const folder = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
  // The server may run as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const server = await startPostgres({
    dataDir: folder,
    settings: disposableSettings,
    log: createLog({ level: 'warn' }),
  });
  return {
    url: server.url,
    async stop() {
      await server.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function roomyMemory(): string | undefined {
  const folder = '/dev/shm';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM ? folder : undefined;
  } catch {
    return undefined;
  }
}

// A killed run leaves its folder behind; its name holds the number of the process.
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^catalograph-test-(\d+)-/.exec(name) ?? [];
    const own = pid && lstatSync(join(parent, name)).uid === process.getuid?.();
    if (own && isGone(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}
