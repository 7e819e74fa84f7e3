import { createApp } from './app.ts';
import { seedCatalog } from './seed/seed-catalog.ts';
import { seedAdministrator } from './seed/seed-administrator.ts';
import { listen } from './server/process/listen.ts';
import { openDatabaseServer } from './server/process/open-database-server.ts';
import { runProcess } from './server/process/run-process.ts';
import { seededCatalogNotice, administratorKeyNotice, startBanner } from './server/process/start-banner.ts';

/** The gateway: opens the database, listens with the application, and on its first start creates an administrator and a catalog. */
await runProcess(async ({ config, log, opened }) => {
  const databaseUrl = await openDatabaseServer(config, log, opened);
  const app = await createApp({ ...config, databaseUrl }, { log });
  opened.defer(() => app.close());

  const key = await seedAdministrator(app.services);
  if (key !== undefined && key !== config.adminApiKey) process.stdout.write(administratorKeyNotice(key));
  process.stdout.write(seededCatalogNotice(await seedCatalog(app)));

  process.stdout.write(startBanner(await listen(app.http, config)));
});
