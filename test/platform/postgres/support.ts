import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { createLog } from '#platform/log.ts';
import { readPostmasterPid } from '#platform/postgres/launch-server.ts';
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from '#platform/postgres/start-postgres.ts';

export const isRoot = process.getuid?.() === 0;

const folders: string[] = [];
const owners: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

/** A new folder that every user may enter. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalograph-launcher-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Starts a server in this process. */
export async function start(dataDir: string, options: Partial<PostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, log: createLog({ level: 'silent' }), ...options });
  servers.push(server);
  return server;
}

let created: Promise<string> | undefined;

/** A new folder with a copy of one cluster, because creating one takes a second of a processor. */
export async function folderWithCluster(): Promise<string> {
  created ??= createCluster();
  const folder = newFolder();
  cpSync(await created, folder, { recursive: true });
  return folder;
}

async function createCluster(): Promise<string> {
  const folder = newFolder();
  await (await start(folder)).stop();
  return folder;
}

/** Starts a server in a process of its own, and waits for its first word. */
export async function startOwner(args: readonly string[], options: SpawnOptions = {}) {
  const script = fileURLToPath(new URL('./owner.ts', import.meta.url));
  const owner = spawn(process.execPath, [script, ...args], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(owner);
  const [line] = await Promise.race([
    once(createInterface({ input: owner.stdout }), 'line'),
    once(owner, 'exit').then(() => ['{"error":"it ended without a word"}']),
  ]);
  const said = z.object({ url: z.string().default(''), error: z.string().optional() }).parse(JSON.parse(String(line)));
  if (said.url) folders.push(decodeURIComponent(new URL(said.url).hostname));
  return {
    ...said,
    kill: async (signal: NodeJS.Signals) => {
      owner.kill(signal);
      await once(owner, 'exit');
    },
  };
}

/** The rows of a statement. */
export async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // the running statement fails with the error of a lost connection
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The process of the server on a data folder. */
export const serverPid = (dataDir: string): number => readPostmasterPid(join(dataDir, 'postgres'))?.pid ?? NaN;

/** Waits until something holds, for at most a minute. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(30)) {
    if (await holds()) return true;
  }
  return false;
}

/** Whether a process runs; one that has ended and waits for its parent does not. */
export const isRunning = (pid: number): boolean => {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
};

/** Ends and removes what the tests have left. */
export async function cleanUp(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
  for (const owner of owners) owner.kill('SIGKILL');
  for (const folder of folders) {
    const pid = serverPid(folder);
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGINT');
    await eventually(() => !isRunning(pid));
    rmSync(folder, { recursive: true, force: true });
  }
}
