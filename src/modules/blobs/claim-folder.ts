import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { folderIdPath, readFolderId, createFolderId } from '../../platform/storage/folder-id.ts';

type Services = Pick<Platform, 'db' | 'storage' | 'config' | 'log'>;

/** The number of files to look for in the folder when neither the folder nor the database has an identifier of the folder. */
const sampleSize = 20;

/** The identifier of the folder in the database; undefined when the database has none. */
const readFolderIdOfDatabase = async ({ db }: Pick<Platform, 'db'>): Promise<string | undefined> =>
  (await firstRow<{ folder: string }>(db, sql`select folder from storage_folder`))?.folder;

/**
 * Ensures that DATA_DIR is the folder with the stored files of the database. The folder and the database both store the identifier of the
 * folder. If one of them has no identifier, this function stores the same identifier in both. Throws SetupError for the folder of another
 * database, and when files of the database would be missing.
 */
export async function claimFolder(app: Services): Promise<void> {
  const { dataDir } = app.config;
  const idInFolder = await readFolderId(dataDir);
  const idInDatabase = await readFolderIdOfDatabase(app);
  if (idInFolder !== undefined && idInFolder === idInDatabase) return;
  if (await isOtherFolder(app, idInFolder, idInDatabase)) failSetup(app, idInDatabase);
  const id = idInFolder ?? (await createFolderId(dataDir));
  await app.db.rows(sql`insert into storage_folder as s (uid, folder) values ('files', ${id})
    on conflict (uid) do update set folder = excluded.folder where s.folder = ${idInDatabase ?? ''}`);
  if (idInDatabase !== undefined)
    app.log.warn(
      { dataDir },
      'DATA_DIR is not the same folder as before. This is allowed, because the database refers to no stored files.',
    );
  // another process may have recorded another folder in the meantime
  if ((await readFolderIdOfDatabase(app)) !== id) failSetup(app, await readFolderIdOfDatabase(app));
}

/**
 * Whether the folder is not the folder of the database, so that files of the database would be missing. The caller has checked that the
 * identifiers differ, or that one is missing.
 */
async function isOtherFolder(
  app: Services,
  idInFolder: string | undefined,
  idInDatabase: string | undefined,
): Promise<boolean> {
  if (idInDatabase === undefined) return idInFolder === undefined && (await lacksFiles(app));
  return idInFolder !== undefined || (await hasFiles(app));
}

/** Whether the data folder contains the files of the database. */
export async function isFolderOfDatabase({
  reserveDb,
  config: { dataDir },
}: Pick<Platform, 'reserveDb' | 'config'>): Promise<boolean> {
  const idInFolder = await readFolderId(dataDir);
  const idInDatabase = await readFolderIdOfDatabase({ db: reserveDb });
  return idInFolder !== undefined && idInFolder === idInDatabase;
}

/** The keys of the first files that the database refers to. */
const storedKeys = ({ db }: Services): Promise<{ key: string }[]> =>
  db.rows<{ key: string }>(
    sql`select key from blob where unreferenced_since is null order by key limit ${sampleSize}::int`,
  );

/** Whether the database refers to stored files. */
const hasFiles = async (app: Services): Promise<boolean> => (await storedKeys(app)).length > 0;

/**
 * Whether the database refers to stored files and the folder has none of them. A single missing file proves nothing: the process may have
 * ended during its upload.
 */
async function lacksFiles(app: Services): Promise<boolean> {
  const keys = await storedKeys(app);
  for (const { key } of keys) if (await isStored(app, key)) return false;
  return keys.length > 0;
}

/** Whether the storage has a file with this key. */
const isStored = ({ storage }: Services, key: string): Promise<boolean> =>
  storage.read(key).then(
    (stream) => {
      stream.destroy();
      return true;
    },
    () => false,
  );

function failSetup({ config: { dataDir } }: Services, idInDatabase: string | undefined): never {
  const remedy =
    idInDatabase === undefined
      ? `make the file ${folderIdPath(dataDir)} with any text of your own`
      : `write ${idInDatabase} into the file ${folderIdPath(dataDir)}`;
  throw new SetupError(
    `DATA_DIR is ${dataDir}, and the stored files of this database are in another folder: they would be missing here. ` +
      `All gateways and workers of a database must share one DATA_DIR: mount that folder, or set DATA_DIR to its path. If its files are lost, ${remedy} to start without them.`,
  );
}
