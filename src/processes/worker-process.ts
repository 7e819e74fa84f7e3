import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { catalogModules } from '#modules/catalog-modules.ts';
import { findRunningPostgres } from '#platform/postgres/supervise-server.ts';
import { SetupError } from '#platform/system-errors.ts';
import type { ProcessBundle } from '#server/process/load-bundle.ts';
import { openDatabaseServer, rehearsalConfig } from '#server/process/open-database-server.ts';
import { runProcess } from '#server/process/run-process.ts';
import { createHealth } from '#server/health.ts';
import { openMetricsServer } from '#server/metrics-server.ts';
import { runJobs } from '#server/create-context.ts';
import { closeServices, openServices, prepareRows, runMigrations } from './services.ts';

/** A worker without HTTP, which runs jobs next to gateways. */
export const start: ProcessBundle['start'] = () =>
  runProcess(async ({ config, log, opened }) => {
    const databaseUrl = config.databaseUrl ?? embeddedDatabase(config.dataDir);
    await openDatabaseServer({ ...config, databaseUrl }, log, opened);
    const services = await openServices({ ...config, databaseUrl }, catalogModules, { log });
    opened.defer(() => closeServices(services));
    // It answers while the process prepares the database.
    const metricsServer = await openMetricsServer({ ...services, checkHealth: createHealth(services) });
    if (metricsServer) opened.defer(() => metricsServer.close());
    await runMigrations(services, catalogModules);
    await prepareRows(services, catalogModules);
    await services.jobs.start();
    await runJobs(services, catalogModules);
    log.info(
      {
        queues: catalogModules.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue)),
        ...(metricsServer && { metrics: metricsServer.url }),
      },
      'The worker is ready to run jobs.',
    );
  });

/** Opens the services. */
export const rehearse: ProcessBundle['rehearse'] = async (dataDir) => {
  await openServices(rehearsalConfig(dataDir), catalogModules);
};

/** The database that a gateway runs in the data directory. */
function embeddedDatabase(dataDir: string): string {
  const url = existsSync(dataDir) ? findRunningPostgres(dataDir) : undefined;
  if (url !== undefined) return url;
  throw new SetupError(`No database runs in ${dataDir}: start the gateway (npm start) first, or set DATABASE_URL.`);
}
