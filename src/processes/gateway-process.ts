import 'reflect-metadata';
import { buildApp, createApp } from './app.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { seedCatalog } from '#seed/seed-catalog.ts';
import { seedAdministrator } from '#seed/seed-administrator.ts';
import {
  administratorKeyNotice,
  listen,
  seededCatalogNotice,
  startBanner,
  startNotice,
} from '#server/process/listen.ts';
import type { ProcessBundle } from '#server/process/load-bundle.ts';
import { openDatabaseServer, rehearsalConfig } from '#server/process/open-database-server.ts';
import { runProcess } from '#server/process/run-process.ts';
import { warmUp } from '#server/process/warm-up.ts';
import { openServices } from './services.ts';

/** The gateway: opens the database, listens with the application, and on its first start creates an administrator and a catalog. */
export const start: ProcessBundle['start'] = () =>
  runProcess(async ({ config, log, opened }) => {
    process.stdout.write(startNotice(config));
    const databaseUrl = await openDatabaseServer(config, log, opened);
    const app = await createApp({ ...config, databaseUrl }, { log });
    opened.defer(() => app.close());

    const key = await seedAdministrator(app.services);
    if (key !== undefined && key !== config.adminApiKey) process.stdout.write(administratorKeyNotice(key));
    process.stdout.write(seededCatalogNotice(await seedCatalog(app)));

    await warmUp(app);
    process.stdout.write(startBanner(await listen(app.http, config), config, app.metricsUrl));
  });

/** Builds the application and takes one request, which fails where it needs the database. */
export const rehearse: ProcessBundle['rehearse'] = async (dataDir) => {
  const app = await buildApp(await openServices(rehearsalConfig(dataDir), catalogModules), catalogModules);
  await app.http.inject({
    method: 'POST',
    url: '/graphql',
    payload: { query: '{ datasets(first: 1) { nodes { uid } } }' },
  });
};
