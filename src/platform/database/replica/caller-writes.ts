import { sql, type Sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database-client.ts';

/** Stores the current position of the log as that of the user's last change, and returns it. */
export const storeWrite = (primary: DatabaseClient, username: string): Promise<string | undefined> =>
  positionOf(
    primary,
    sql`insert into caller_write as w (username, position, written_at) values (${username}::text, pg_current_wal_insert_lsn(), now())
      on conflict (username) do update set position = greatest(w.position, excluded.position), written_at = excluded.written_at
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
