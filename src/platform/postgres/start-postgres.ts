import { mkdirSync, realpathSync } from 'node:fs';
import type { Log } from '../log.ts';
import { choosePaths, findBinaries, lockFolder, prepareCluster } from './prepare-cluster.ts';
import {
  chooseServerUser,
  createSocketFolder,
  serverSettings,
  type StopMode,
  SUPERUSER,
  type UserStrategy,
} from './launch-server.ts';
import { stopOrphanedServer, superviseServer } from './supervise-server.ts';
import { statfs } from 'node:fs/promises';

/** An embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /** The connection URL of the database `postgres`; its host is the socket folder, percent-encoded. */
  readonly url: string;
  readonly socketDir: string;
  /** Restarts the server at the same address. `immediate` simulates a crash, followed by recovery. */
  restart(mode?: StopMode): Promise<void>;
  /** Stops the server and unlocks the folder. Idempotent. */
  stop(mode?: StopMode): Promise<void>;
}

/** How PostgreSQL is started. */
export interface PostgresOptions {
  /** The data folder of the service, created when missing; the cluster is in `postgres` below it. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that override the defaults, such as `disposableSettings` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The user that the server runs as. Default: the first strategy that this system supports. */
  readonly user?: UserStrategy;
}

/**
 * Starts PostgreSQL from the npm binaries on a Unix socket, without a port. The first start creates the cluster. The server stops
 * with this process, on Linux even when it is killed, and is restarted after a crash. Fails with a SetupError when another process
 * uses the folder, or when no user of this system can run the server.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = lockFolder(dataDir);
  try {
    const user = chooseServerUser(options.user);
    const { cluster, binaries } = choosePaths(user, dataDir, findBinaries(), log);
    const settings = serverSettings(options.settings);
    await stopOrphanedServer(cluster, log);
    prepareCluster({ cluster, binaries, user, durable: settings['fsync'] !== 'off', log });
    const socketDir = createSocketFolder(user, cluster);
    const server = await superviseServer({ binaries, cluster, socketDir: socketDir.path, settings, user, log }).catch(
      (error: unknown) => {
        socketDir.remove();
        throw error;
      },
    );
    let stopped: Promise<void> | undefined;
    return {
      url: `postgres://${SUPERUSER}@${encodeURIComponent(socketDir.path)}/postgres`,
      socketDir: socketDir.path,
      restart: (mode) => server.restart(mode),
      stop(mode = 'fast') {
        stopped ??= server.stop(mode).finally(() => {
          socketDir.remove();
          lock.release();
        });
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The bytes that records leave free on the disk of the embedded database. PostgreSQL stops where its log finds no room, and starts again only
 * once there is some; what ends a publication and removes its records needs the log too.
 */
const reservedBytes = 256 * 2 ** 20;

/** Makes the function that checks whether the disk of the database has room for more records. The disk of an external database is unknown, and has. */
export const createDiskSpace =
  (folder: string | undefined, reserved = reservedBytes) =>
  async (): Promise<boolean> => {
    const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
    return disk === undefined || disk.bavail * disk.bsize > reserved;
  };
