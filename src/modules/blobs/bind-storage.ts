import type { Platform } from '#api/platform.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { SetupError } from '#platform/system-errors.ts';
import type { Storage } from '#platform/storage/storage.ts';

type Services = Pick<Platform, 'db' | 'storage' | 'log'>;

/** The number of files to look for in the storage when neither the storage nor the database has an identifier of the storage. */
const sampleSize = 20;

/** The identifier of the storage in the database; undefined when the database has none. */
const readIdOfDatabase = async ({ db }: Pick<Platform, 'db'>): Promise<string | undefined> =>
  (await firstRow<{ folder: string }>(db, sql`select folder from storage_folder`))?.folder;

/**
 * Ensures that the storage is the one with the stored files of the database. The storage and the database both have the identifier of the
 * storage. If one of them has no identifier, this function stores the same identifier in both. Throws SetupError for the storage of another
 * database, because each database would remove the files of the other, and when files of the database would be missing.
 */
export async function bindStorage(app: Services): Promise<void> {
  const { storage } = app;
  const idInStorage = await storage.readId();
  const idInDatabase = await readIdOfDatabase(app);
  if (idInStorage !== undefined && idInStorage === idInDatabase) return;
  if (idInStorage !== undefined && idInDatabase === undefined) await requireOwnFiles(app, idInStorage);
  else if (await wouldMissFiles(app, idInStorage, idInDatabase)) failSetup(storage, idInDatabase);
  const id = idInStorage ?? (await storage.createId());
  await app.db.rows(sql`insert into storage_folder as s (uid, folder) values ('files', ${id})
    on conflict (uid) do update set folder = excluded.folder where s.folder = ${idInDatabase ?? ''}`);
  if (idInDatabase !== undefined)
    app.log.warn(
      { storage: storage.location },
      'The storage is not the same as before. This is allowed, because the database refers to no stored files.',
    );
  // another process may have recorded another storage in the meantime
  const recordedId = await readIdOfDatabase(app);
  if (recordedId !== id) failSetup(storage, recordedId);
}

/** Whether the storage is not the database's, so that files would be missing; the caller has compared the identifiers. */
async function wouldMissFiles(
  app: Services,
  idInStorage: string | undefined,
  idInDatabase: string | undefined,
): Promise<boolean> {
  if (idInStorage !== undefined) return true;
  return idInDatabase === undefined ? lacksFiles(app) : hasFiles(app);
}

/** Throws SetupError for a storage that has files, but none of a database without an identifier of its storage. */
async function requireOwnFiles(app: Services, idInStorage: string): Promise<void> {
  const { storage } = app;
  if ((await hasFiles(app)) && !(await lacksFiles(app))) return;
  if (await isEmpty(storage)) return;
  // another process of this catalog may have bound the storage and stored the files in the meantime
  if ((await readIdOfDatabase(app)) === idInStorage) return;
  throw new SetupError(
    `The storage ${storage.location} has the stored files of another database. ` +
      `Set STORAGE_URL to an empty folder or to another prefix of the bucket, or DATABASE_URL to the database of these files. ` +
      `If that database no longer exists, remove the files.`,
  );
}

/** Whether a storage has no blob. */
async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const _blob of storage.list()) return false;
  return true;
}

/** Whether the storage contains the files of the database. */
export async function isStorageOfDatabase({
  reserveDb,
  storage,
}: Pick<Platform, 'reserveDb' | 'storage'>): Promise<boolean> {
  const [idInStorage, idInDatabase] = await Promise.all([storage.readId(), readIdOfDatabase({ db: reserveDb })]);
  return idInStorage !== undefined && idInStorage === idInDatabase;
}

/** The keys of the first files that the database refers to. */
const storedKeys = ({ db }: Services): Promise<{ key: string }[]> =>
  db.rows<{ key: string }>(
    sql`select key from blob where unreferenced_since is null order by key limit ${sampleSize}::int`,
  );

/** Whether the database refers to stored files. */
const hasFiles = async (app: Services): Promise<boolean> => (await storedKeys(app)).length > 0;

/** Whether the database refers to files of which the storage has none. A single one may be missing after a crash. */
async function lacksFiles(app: Services): Promise<boolean> {
  const keys = await storedKeys(app);
  for (const { key } of keys) if (await isStored(app, key)) return false;
  return keys.length > 0;
}

/** Whether the storage has a file with this key. */
async function isStored({ storage }: Services, key: string): Promise<boolean> {
  try {
    (await storage.read(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'FILE_MISSING') return false;
    throw error;
  }
}

function failSetup({ location, idLocation }: Storage, idInDatabase: string | undefined): never {
  const remedy =
    idInDatabase === undefined
      ? `create ${idLocation} with any text of your own`
      : `write ${idInDatabase} into ${idLocation}`;
  throw new SetupError(
    `The storage is ${location}, and the stored files of this database are elsewhere: they would be missing here. ` +
      `All gateways and workers of a database must share one storage: set STORAGE_URL, or mount the folder of DATA_DIR. ` +
      `\`npm run storage:move\` moves the files to another storage. If they are lost, ${remedy} to start without them.`,
  );
}
