import { randomUUID } from 'node:crypto';
import { anonymous } from '#api/session.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { resumeAllHarvests } from '#harvesters/index.ts';
import { resumeAllPublications } from '#publication/index.ts';
import { migrations } from '#migrations/migrations.ts';
import type { Manifest } from '#platform/backup-file.ts';
import { restoreBackup } from '#platform/restore-backup.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import type { Log } from '#platform/log.ts';
import { SetupError } from '#platform/system-errors.ts';
import { keyLength } from '#platform/encryption.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createContext } from '#server/create-context.ts';
import { closeServices, openServices, runMigrations, withoutPooler, type AppConfig } from './services.ts';

/** Restores a backup, and queues the publications that were pending, because a backup has no jobs. Fails with a SetupError as `restoreBackup` does. */
export async function restoreCatalog(given: AppConfig, folder: string, log: Log): Promise<Manifest> {
  const config = withoutPooler(given);
  const storage = await openStorage(config.storage, log);
  const manifest = await restoreBackup({
    folder,
    databaseUrl: config.databaseUrl,
    schema: config.databasePools.access.schema,
    storage,
    migrate: (names) => migrateTo(config, names, log),
  });
  // Nothing is decrypted here, and no key may be created: the catalog has one already.
  const settings = { ...config, migrate: 'auto', secretsKeys: [new Uint8Array(keyLength)] } as const;
  const services = await openServices(settings, catalogModules, { log, storage });
  try {
    await runMigrations(services, catalogModules);
    await services.jobs.start();
    const ctx = createContext(services, anonymous, randomUUID());
    await resumeAllPublications(ctx);
    await resumeAllHarvests(ctx);
  } finally {
    await closeServices(services);
  }
  return manifest;
}

/** Runs the migrations that the database had when it was backed up; those of later versions follow when its rows are there. */
async function migrateTo(config: AppConfig, names: readonly string[], log: Log): Promise<void> {
  const known = migrations.filter(({ name }) => names.includes(name));
  if (known.length < names.length)
    throw new SetupError('The backup is of a later version. Restore it with that version or a later one.');
  const database = await openDatabase({
    url: config.databaseUrl,
    entities: catalogModules.flatMap(({ entities }) => entities),
    migrations: known,
    log,
    pools: config.databasePools,
  });
  await migrate({ ...database, log }).finally(() => database.close());
}
