import type { Platform } from '../../api/platform.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { folderIdPath, readFolderId, createFolderId } from '../../platform/storage/folder-id.ts';

type Services = Pick<Platform, 'db' | 'storage' | 'config' | 'log'>;

/** The number of the first files that are looked for where neither side identifies the folder. */
const sampleSize = 20;

const rememberedFolder = async ({ db }: Pick<Platform, 'db'>): Promise<string | undefined> =>
  (await firstRow<{ folder: string }>(db, sql`select folder from storage_folder`))?.folder;

/**
 * Ensures that DATA_DIR is the folder that has the stored files of the database: both keep the identifier of the folder. Where one side has
 * none, this records it, unless files of the database would be missing. Throws SetupError for the folder of another database.
 */
export async function claimFolder(app: Services): Promise<void> {
  const {
    db,
    config: { dataDir },
  } = app;
  const [found, remembered] = [await readFolderId(dataDir), await rememberedFolder(app)];
  if (found !== undefined && found === remembered) return;
  if (await isOtherFolder(app, found, remembered)) failSetup(app, remembered);
  const id = found ?? (await createFolderId(dataDir));
  await db.rows(sql`insert into storage_folder as s (uid, folder) values ('files', ${id})
    on conflict (uid) do update set folder = excluded.folder where s.folder = ${remembered ?? ''}`);
  if (remembered !== undefined)
    app.log.warn({ dataDir }, 'The data folder is another one than before. No file was stored in that one.');
  // another process may have recorded another folder in the meantime
  if ((await rememberedFolder(app)) !== id) failSetup(app, await rememberedFolder(app));
}

/** Whether files of the database would be missing in the folder with the identifier `found`; `remembered` is that of the database's folder. */
async function isOtherFolder(
  app: Services,
  found: string | undefined,
  remembered: string | undefined,
): Promise<boolean> {
  if (remembered === undefined) return found === undefined && (await lacksFiles(app));
  return found !== undefined || (await hasFiles(app));
}

/** Whether the data folder contains the files of the database. */
export async function isFolderOfDatabase({
  reserveDb,
  config: { dataDir },
}: Pick<Platform, 'reserveDb' | 'config'>): Promise<boolean> {
  const [found, remembered] = [await readFolderId(dataDir), await rememberedFolder({ db: reserveDb })];
  return found !== undefined && found === remembered;
}

const storedKeys = ({ db }: Services): Promise<{ key: string }[]> =>
  db.rows<{ key: string }>(
    sql`select key from blob where unreferenced_since is null order by key limit ${sampleSize}::int`,
  );

const hasFiles = async (app: Services): Promise<boolean> => (await storedKeys(app)).length > 0;

/** Whether the database has files and none of them is in the folder. Some may be missing: their upload ended with its process. */
async function lacksFiles(app: Services): Promise<boolean> {
  const keys = await storedKeys(app);
  for (const { key } of keys) if (await isStored(app, key)) return false;
  return keys.length > 0;
}

const isStored = ({ storage }: Services, key: string): Promise<boolean> =>
  storage.read(key).then(
    (content) => {
      content.destroy();
      return true;
    },
    () => false,
  );

function failSetup({ config: { dataDir } }: Services, remembered: string | undefined): never {
  const remedy =
    remembered === undefined
      ? `make the file ${folderIdPath(dataDir)} with any text of your own`
      : `write ${remembered} into the file ${folderIdPath(dataDir)}`;
  throw new SetupError(
    `DATA_DIR is ${dataDir}, and the stored files of this database are in another folder: they would be missing here. ` +
      `Gateways and workers on one database share one DATA_DIR; mount or name that one. If its files are lost, ${remedy} to start without them.`,
  );
}
