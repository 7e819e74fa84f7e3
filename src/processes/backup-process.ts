import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '#api/catalog-module.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createBackup } from '#platform/create-backup.ts';
import { findRunningPostgres } from '#platform/postgres/supervise-server.ts';
import { SetupError } from '#platform/system-errors.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { folderArgument, runProcess } from '#server/process/run-process.ts';
import { openDatabaseServer } from '#server/process/open-database-server.ts';

/** Backs up the database and the stored files, also while the service runs: see docs/operations.md. Then it ends. */
await runProcess(async ({ config, log, opened }) => {
  const folder = folderArgument('Usage: npm run backup -- FOLDER. The folder must be new or empty.');
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new SetupError(
      `${config.dataDir} has no database. Run the command with the settings of the service: DATABASE_URL or DATA_DIR.`,
    );
  const running = config.databaseDirectUrl ?? config.databaseUrl ?? findRunningPostgres(config.dataDir);
  const { blobCount, blobBytes, missingBlobs, tableCount, rowCount } = await createBackup({
    schema: config.databasePools.access.schema,
    databaseUrl: running ?? (await openDatabaseServer(config, log, opened)),
    storage: await openStorage(config.storage, log),
    folder,
    blobReferences: createRegistry(catalogModules).blobReferences,
  });
  await opened.disposeAsync();
  process.stdout.write(
    `${folder} has ${tableCount} tables with ${rowCount} rows, and ${blobCount} stored files (${(blobBytes / 2 ** 20).toFixed(1)} MiB).\n` +
      'It lacks the key of secrets (SECRETS_KEY, or DATA_DIR/secrets.key): keep a copy of the key elsewhere.\n',
  );
  for (const key of missingBlobs)
    process.stderr.write(`A stored file is missing or damaged in the storage, so the backup lacks it: ${key}\n`);
  process.exit(missingBlobs.length === 0 ? 0 : 1);
});
