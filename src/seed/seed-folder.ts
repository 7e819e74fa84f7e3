import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Services } from '#api/context.ts';
import { anonymous, seedKeyUid } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { applyItems } from '#cli/commands/apply.ts';
import { missingSecretsOf } from '#cli/commands/missing-secrets.ts';
import { CommandError } from '#cli/exit-codes.ts';
import { openForReading, readItems } from '#cli/files/portal-folder.ts';
import { GraphClient } from '#cli/graph-client.ts';
import { nouns } from '#cli/nouns/nouns.ts';
import { Terminal } from '#cli/terminal.ts';
import { storeKey } from '#identity/index.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { SetupError } from '#platform/system-errors.ts';
import { createContext } from '#server/create-context.ts';
import { createMembershipsAndFeedback, createUsers, type People, readPeople } from './people.ts';
import { administrator, lockSeeding } from './seed-administrator.ts';
import { isSeedDue } from './seed-state.ts';

/** The files of the demo. The build does not copy them, so they are read from the sources. */
const demoFolder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'src/seed/demo');

/** A folder of files, which are valid. */
export interface SeedFolder {
  readonly folder: string;
  readonly people: People;
}

/**
 * Reads the folder of files that SEED names, where an empty catalog starts with it, or an earlier start was ended before all was applied. Fails
 * with a SetupError where a file is invalid, or a secret that it refers to is not set.
 */
export async function findSeedFolder(
  services: Pick<Services, 'config' | 'db'>,
  env: NodeJS.ProcessEnv,
): Promise<SeedFolder | undefined> {
  if (!(await isSeedDue(services))) return undefined;
  const { seed } = services.config;
  const folder = seed.kind === 'folder' ? resolve(seed.path) : demoFolder;
  try {
    if ((await stat(folder).catch(() => undefined))?.isFile())
      throw new CommandError('This is a file. Name a folder, which `catalograph export` writes.');
    await openForReading(folder);
    const missing: string[] = [];
    const keys = new Map(nouns.map(({ name }) => [name, new Set<string>()]));
    for (const noun of nouns)
      for await (const item of readItems(folder, noun)) {
        keys.get(noun.name)?.add(item.key);
        missing.push(...missingSecretsOf(noun, item, env));
      }
    if (missing.length > 0) throw new CommandError(missing.join('\n'));
    return { folder, people: await readPeople(folder, keys) };
  } catch (error) {
    throw error instanceof CommandError ? new SetupError(`SEED: ${folder}: ${error.message}`) : error;
  }
}

interface SeedOptions {
  /** PostgreSQL itself, and no pooler: the connection holds a lock. */
  readonly databaseUrl: string;
  /** The address of the service. */
  readonly url: string;
  readonly files: SeedFolder;
  /** Where the secrets are that files refer to. */
  readonly env: NodeJS.ProcessEnv;
}

/** Files that are being applied. */
interface Seeding extends AsyncDisposable {
  /**
   * How many items failed, once all is applied; undefined where another gateway applies the files, or the rest is left to the next start.
   * Never rejects.
   */
  readonly ended: Promise<number | undefined>;
}

/**
 * Applies a folder of files to the service, which listens at this address, as `catalograph apply` does, one gateway at a time. What fails is in the log. Disposing
 * of it leaves the rest to the next start.
 */
export function seedFolder(services: Services, { databaseUrl, url, files, env }: SeedOptions): Seeding {
  const { log } = services;
  const { folder, people } = files;
  const stopped = new AbortController();
  let isDisposed = false;
  const ended = withSeedLock(databaseUrl, stopped, async () => {
    const key = await beginSeeding(services, people);
    if (key === undefined) return undefined;
    const failedItems = await applyFolder({ url, key, folder, env, log, signal: stopped.signal });
    const missing = await endSeeding(services, people);
    for (const seed of missing) log.warn({ seed }, 'SEED');
    const failed = failedItems + missing.length;
    if (failed > 0)
      log.error({ folder, failed }, 'Some files of SEED are not applied. `catalograph apply` applies them.');
    else log.info({ folder }, 'The files of SEED are applied.');
    return failed;
  }).catch((error: unknown) => {
    if (!isDisposed) log.error({ err: error, folder }, 'The files of SEED are not applied; the next start goes on.');
    return undefined;
  });
  return {
    ended,
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      stopped.abort();
      await ended;
    },
  };
}

/** Runs the work unless another gateway does it. The end of the connection, also of the process, releases the lock, and stops the work. */
async function withSeedLock<T>(
  connectionString: string,
  stopped: AbortController,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = new Client({ connectionString, keepAlive: true, application_name: 'catalograph seed' });
  client.on('error', (error) => {
    stopped.abort(error);
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      advisoryLocks.seedFolder,
    ]);
    return rows[0]?.isFree === true ? await work() : undefined;
  } finally {
    await client.end();
  }
}

/** Makes the users, and the key with which the files are applied, in place of that of an earlier start; undefined where they are applied already. */
const beginSeeding = (services: Services, people: People): Promise<string | undefined> =>
  inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    await lockSeeding(tx);
    if (!(await isSeedDue({ ...services, db: tx.db }))) return undefined;
    await createUsers(tx, people);
    await tx.db.rows(sql`delete from api_key where uid = ${seedKeyUid}`);
    return storeKey(tx, { uid: seedKeyUid, username: administrator, label: 'SEED', permissions: null }).text;
  });

/** Makes what people have in the files that are applied now, and revokes the key. Returns what is left out. */
const endSeeding = (services: Services, people: People): Promise<readonly string[]> =>
  inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    const missing = await createMembershipsAndFeedback(tx, people);
    await tx.db.rows(sql`
      update api_key set revoked_at = ${services.clock.now()}, revocation_reason = 'The files of SEED are applied.'
      where uid = ${seedKeyUid}`);
    return missing;
  });

interface FolderWork {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Services['log'];
  readonly signal: AbortSignal;
}

/** Applies the files and returns how many items failed. Throws once the signal is aborted. */
async function applyFolder({ url, key, folder, env, log, signal }: FolderWork): Promise<number> {
  const warn = (message: string) => {
    log.warn({ seed: message.trim() }, 'SEED');
  };
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      warn(chunk.toString());
      done();
    },
  });
  const terminal = new Terminal({ stdin: Readable.from([]), stdout: new PassThrough(), stderr }, true);
  const session = {
    client: new GraphClient({ url, key }),
    env,
    warn,
    progress: () => {
      signal.throwIfAborted();
    },
  };
  const { outcomes } = await applyItems(session, terminal, { folder, wait: true });
  signal.throwIfAborted();
  return outcomes.filter(({ action }) => action === 'failed').length;
}
