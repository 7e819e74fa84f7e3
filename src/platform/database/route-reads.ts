import { CatalogError } from '#kernel/fail.ts';
import { type DatabaseClient, firstRow } from './database-client.ts';
import { isDeadlock, isSchemaBehind, isUnavailable } from './errors.ts';
import { writes } from './pool-client.ts';
import type { RowStreams } from './row-streams.ts';
import type { LogPosition, Replica } from './replica.ts';
import { sql, type Sql } from '#kernel/sql.ts';

/** The clients of a server that reads use. */
type Server = Pick<Replica, 'db' | 'exploreDb'> & RowStreams;

/** The request whose reads are routed. */
interface RoutedRequest {
  /** Whether the request only reads, as far as is known now. */
  readonly onlyReads: () => boolean;
  /** Called before a statement that writes. */
  readonly noteWrite: () => void;
  /** Up to where the server must have replayed the log, so that the caller reads what they wrote. */
  readonly position: LogPosition | undefined;
}

/**
 * The clients of a request: its reads run on the replica where that is current, its writes on the primary. All reads of a request use one
 * server, because a later one depends on what an earlier one found. When the replica fails, the read runs again on the primary, and so
 * do all that follow.
 */
export function routeReads(
  primary: Server,
  replica: Replica,
  { onlyReads, noteWrite, position }: RoutedRequest,
): Server {
  let usesReplica: boolean | undefined;
  const current = (): boolean => onlyReads() && (usesReplica ??= replica.hasReplayed(position));
  /** Leaves the replica after its failure. Throws all other errors. */
  function leave(error: unknown): void {
    if (!isReplicaFailure(error)) throw error;
    if (isUnavailable(error) && !isDeadlock(error)) replica.suspect();
    usesReplica = false;
  }
  async function read<T>(
    client: (server: Server) => DatabaseClient,
    run: (database: DatabaseClient) => Promise<T>,
  ): Promise<T> {
    if (current())
      try {
        return await run(client(replica));
      } catch (error) {
        leave(error);
      }
    return run(client(primary));
  }
  function write(client: (server: Server) => DatabaseClient): DatabaseClient {
    noteWrite();
    return client(primary);
  }
  const routed = (client: (server: Server) => DatabaseClient): DatabaseClient => ({
    rows: <Row extends object>(...args: Parameters<DatabaseClient['rows']>) =>
      writes.test(args[0].render().text)
        ? write(client).rows<Row>(...args)
        : read(client, (database) => database.rows<Row>(...args)),
    texts: (...args) => {
      if (!onlyReads() && writes.test(args[0].text)) noteWrite();
      return read(client, (database) => database.texts(...args));
    },
    send: (...args) => write(client).send(...args),
    inSnapshot: (...args) => read(client, (database) => database.inSnapshot(...args)),
  });
  async function* streamTexts(...args: Parameters<Server['streamTexts']>): ReturnType<Server['streamTexts']> {
    let isStarted = false;
    if (current())
      try {
        for await (const batch of replica.streamTexts(...args)) {
          isStarted = true;
          yield batch;
        }
        return;
      } catch (error) {
        if (isStarted) throw error;
        leave(error);
      }
    yield* primary.streamTexts(...args);
  }
  return {
    db: routed(({ db }) => db),
    exploreDb: routed(({ exploreDb }) => exploreDb),
    streamTexts,
  };
}

/**
 * Whether a statement that failed on a replica may succeed on the primary: the replica is away, has cancelled the statement because it
 * must replay a change of what the statement reads, or has not replayed the creation of a table yet.
 */
const isReplicaFailure = (error: unknown): boolean =>
  isUnavailable(error) || isSchemaBehind(error) || (error instanceof CatalogError && error.code === 'UNAVAILABLE');

/** Stores the current position of the log as that of the user's last change, and returns it. */
export const storeWrite = (primary: DatabaseClient, username: string): Promise<string | undefined> =>
  positionOf(
    primary,
    sql`
      insert into caller_write as w (username, position, written_at)
      values (${username}::text, pg_current_wal_insert_lsn(), now())
      on conflict (username)
      do update set position = greatest(w.position, excluded.position), written_at = excluded.written_at
      returning position::text as position`,
  );

/** The current position of the log. */
export const currentPosition = (primary: DatabaseClient): Promise<string | undefined> =>
  positionOf(primary, sql`select pg_current_wal_insert_lsn()::text as position`);

async function positionOf(primary: DatabaseClient, statement: Sql): Promise<string | undefined> {
  return (await firstRow<{ position: string }>(primary, statement))?.position;
}

/** The position of a user's last change, as text; null where it was longer ago than the data of the replica may be old. */
export const writtenPosition = (username: Sql, maxLagSeconds: number): Sql =>
  sql`(select w.position::text from caller_write w
    where w.username = ${username} and w.written_at > now() - ${maxLagSeconds + 1}::int * interval '1 second')`;
