import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createBackup } from '#platform/create-backup.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { restoreCatalog } from '#processes/restore-catalog.ts';
import type { AppConfig } from '#processes/services.ts';
import { neverOverloaded, type TestApp, type TestSettings } from './app.ts';
import { clientOf } from './client.ts';
import { emptyDatabase } from './database/database.ts';

/** The key of the secrets of a catalog and of those that are restored from it. */
export const secretsKey = '5e'.repeat(32);

/** The settings of a catalog to restore to. */
export type NewCatalog = AppConfig;

/** Backs up and restores catalogs; what this makes is removed when the tests of the file end. Call it at the top level. */
export function backupTools() {
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());
  async function temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'catalograph-backup-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  return {
    temporaryFolder,
    /** Backs up the catalog of an application; returns the folder of the backup. */
    backUp: async ({ services, databaseUrl }: Pick<TestApp, 'services' | 'databaseUrl'>): Promise<string> => {
      const folder = join(await temporaryFolder(), 'backup');
      const { storage, registry, config } = services;
      const { schema } = config.databasePools.access;
      await createBackup({ databaseUrl, schema, storage, folder, blobReferences: registry.blobReferences });
      return folder;
    },
    /** An empty database and an empty data folder, and the settings that name them. */
    newCatalog: async (env: TestSettings = {}): Promise<NewCatalog> => {
      const database = await emptyDatabase();
      opened.defer(() => database.drop());
      const settings = {
        LOG_LEVEL: 'silent',
        SEED: 'none',
        DATA_DIR: await temporaryFolder(),
        SECRETS_KEY: secretsKey,
        ...env,
      };
      return { ...readConfig(settings), databaseUrl: database.url };
    },
    /** Restores a backup to a new catalog. */
    restore: (config: NewCatalog, folder: string) => restoreCatalog(config, folder, createLog({ level: 'silent' })),
    /** Starts an application on a restored catalog. */
    startRestored: async (config: NewCatalog) => {
      const app = await createApp(config, { load: neverOverloaded }, catalogModules);
      opened.defer(() => app.close());
      return { ...app, admin: clientOf(app, 'test-administrator-key'), databaseUrl: config.databaseUrl };
    },
  };
}
