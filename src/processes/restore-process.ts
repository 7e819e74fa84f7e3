import { restoreCatalog } from './restore-catalog.ts';
import { folderArgument, runProcess } from '#server/process/run-process.ts';
import { openDatabaseServer } from '#server/process/open-database-server.ts';

/** Restores a backup to the empty database and the new storage of the settings: see docs/operations.md. Then it ends. */
await runProcess(async ({ config, log, opened }) => {
  const folder = folderArgument('Usage: npm run restore -- FOLDER. The folder has a backup of `npm run backup`.');
  const databaseUrl = await openDatabaseServer(config, log, opened);
  const { startedAt, tableCount, rowCount, blobCount, missingBlobs } = await restoreCatalog(
    { ...config, databaseUrl },
    folder,
    log,
  );
  await opened.disposeAsync();
  process.stdout.write(
    `The catalog is as it was at ${startedAt}: ${tableCount} tables with ${rowCount} rows, ${blobCount} stored files.\n` +
      'Start the service with the key of secrets that the catalog had.\n',
  );
  for (const key of missingBlobs) process.stderr.write(`The backup lacks a stored file: ${key}\n`);
  process.exit(0);
});
