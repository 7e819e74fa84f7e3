import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseServerUser } from '#platform/postgres/launch-server.ts';

const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });

/** Whether PgBouncer is installed. */
export const hasPgBouncer = status === 0;

/** Whether it keeps prepared statements: from 1.21 on. */
export const keepsStatements = hasPgBouncer && /PgBouncer 1\.(?:2[1-9]|[3-9]\d)/.test(stdout);

/** A running PgBouncer. */
export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of a database whose address has a socket folder as its host. */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const { hostname, username } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o777);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${decodeURIComponent(hostname)} user=${username}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
${keepsStatements ? 'max_prepared_statements = 20' : ''}
`,
  );
  const { prefix, credentials } = chooseServerUser();
  const [command, ...args] = [...prefix, 'pgbouncer', '-q', file];
  const child = spawn(command, args, { ...credentials, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!existsSync(join(folder, '.s.PGSQL.5432'))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    await pause(20);
  }
  return {
    url: databaseUrl.replace(hostname, encodeURIComponent(folder)),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
