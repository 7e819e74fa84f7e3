import { catalogModules } from '#modules/catalog-modules.ts';
import { migrations } from '#migrations/migrations.ts';
import { openDatabaseServer } from '#server/process/open-database-server.ts';
import { runProcess } from '#server/process/run-process.ts';
import { closeServices, createServices } from './services.ts';

/** Runs the pending migrations of the database and of the job queue, for processes that start with MIGRATE=off. Then it ends. */
await runProcess(async ({ config, log, opened }) => {
  const databaseUrl = await openDatabaseServer(config, log, opened);
  const services = await createServices({ ...config, databaseUrl, migrate: 'auto' }, catalogModules, { log });
  opened.defer(() => closeServices(services));
  await services.jobs.start();
  await opened.disposeAsync();
  process.stdout.write(`The database has all ${migrations.length} migrations of this version.\n`);
  process.exit(0);
});
