import 'reflect-metadata';
import { buildApp, createApp } from './app.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createAdministratorLink, findAdministratorLink, seedAdministrator } from '#seed/seed-administrator.ts';
import { isSeedDue, readSeededDatasets } from '#seed/seed-state.ts';
import {
  administratorKeyNotice,
  administratorLinkNotice,
  demoNotice,
  listen,
  ownAddress,
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
    const isNew = key !== undefined && key !== config.adminApiKey;
    if (isNew) process.stdout.write(administratorKeyNotice(key));
    // a link is for the person who starts the service; what collects the output of others keeps it
    const printsLink = process.stdout.isTTY || config.seed.kind === 'demo';
    if (isNew && printsLink) await createAdministratorLink(app.services, config.publicUrl ?? '');
    // it brings the command line along, which no other start needs
    const folders = (await isSeedDue(app.services)) ? await import('#seed/seed-folder.ts') : undefined;
    const files = await folders?.findSeedFolder(app.services, process.env);

    await warmUp(app);
    const address = await listen(app.http, config);
    if (folders && files) {
      const options = { files, url: ownAddress(app.http), env: process.env };
      const seeding = opened.use(
        folders.seedFolder(app.services, { ...options, databaseUrl: config.databaseDirectUrl ?? databaseUrl }),
      );
      // without a worker here, the publications of the demo may wait for long
      if (config.seed.kind === 'demo' && config.worker === 'inline') {
        process.stdout.write(demoNotice);
        await seeding.ended;
        if (opened.disposed) return;
        process.stdout.write(seededCatalogNotice(await readSeededDatasets(app.services.db)));
      }
    }
    process.stdout.write(startBanner(address, config, app.metricsUrl));
    const link = printsLink ? await findAdministratorLink(app.services, address) : undefined;
    if (link !== undefined) process.stdout.write(administratorLinkNotice(link));
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
