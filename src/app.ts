import 'reflect-metadata';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppServices } from './api/app-services.ts';
import type { CatalogModule } from './api/catalog-module.ts';
import type { Graph } from './api/graph.ts';
import { createPlanner } from './api/planning/planner.ts';
import { sectionsByName } from './api/section.ts';
import { callerOf } from './api/session.ts';
import { systemClock } from './kernel/clock.ts';
import { migrations } from './migrations/migrations.ts';
import { catalogModules } from './modules/catalog-modules.ts';
import { sessionsOf } from './modules/identity/index.ts';
import type { Config } from './platform/config.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { createDatasources } from './platform/datasources/create-datasources.ts';
import { createFetcher } from './platform/fetcher/create-fetcher.ts';
import { createGuard } from './platform/fetcher/guard.ts';
import { pgBossQueue } from './platform/jobs/pg-boss-queue.ts';
import { createLog } from './platform/log.ts';
import { keyOfFolder } from './platform/secrets/key-file.ts';
import { createSecrets } from './platform/secrets/secrets.ts';
import { openDiskStorage } from './platform/storage/disk-storage.ts';
import { catalogRoutes } from './rest/catalog-routes.ts';
import { describeApi } from './rest/openapi/describe-api.ts';
import { registerRoutes } from './rest/register-routes.ts';
import { restApis } from './rest/rest-apis.ts';
import { pushRoutes } from './rest/routes/realtime.ts';
import { contextFor } from './server/context-for.ts';
import { failureOf } from './server/failure-of.ts';
import { createApollo } from './server/graph/create-apollo.ts';
import { buildGraphSchema } from './server/graph/build-graph-schema.ts';
import { createGraph } from './server/graph/create-graph.ts';
import { authenticateCallers, catalogOf, createHttp, requireCallers } from './server/create-http.ts';
import { documentationRoutes } from './server/documentation-routes.ts';
import { graphiqlRoutes } from './server/graphiql-routes.ts';
import { graphqlRoutes } from './server/graphql-routes.ts';
import { healthRoutes } from './server/health-routes.ts';
import { runJobs } from './server/run-jobs.ts';
import { streamRoutes } from './server/streams/stream-routes.ts';

/** The settings of a running application: the database is there by now. */
export type AppConfig = Config & { readonly databaseUrl: string };

/** The whole application: it answers through `http.inject` and does not listen. */
export interface App {
  readonly http: FastifyInstance;
  readonly services: AppServices;
  readonly graph: Graph;
  /** Lets the requests and jobs in progress end, and closes everything. */
  close(): Promise<void>;
}

/** Opens what the modules stand on: the database, migrated; storage, outside calls, jobs. */
export async function createServices(config: AppConfig, overrides: Partial<AppServices> = {}): Promise<AppServices> {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const { orm, db, bulk } = await openDatabase({ url: config.databaseUrl, entities: catalogModules.flatMap(({ entities }) => entities), migrations, log });
  await migrate(orm);
  const secrets = createSecrets(config.secretsKey ?? await keyOfFolder(config.dataDir));
  await prepareRows({ db, secrets }).catch(async (error: unknown) => {
    await orm.close();
    throw error;
  });
  const guard = createGuard({ allow: config.fetchAllow });
  const fetcher = createFetcher(guard);
  return {
    config, log, orm, db, bulk,
    clock: systemClock,
    secrets,
    storage: await openDiskStorage(join(config.dataDir, 'files')),
    fetcher,
    datasources: createDatasources({ guard, fetcher }),
    jobs: pgBossQueue({ url: config.databaseUrl, log, queues: catalogModules.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue)) }),
    sections: sectionsByName(catalogModules.flatMap(({ sections = [] }) => sections)),
    datasetDeleted: catalogModules.flatMap(({ datasetDeleted }) => datasetDeleted ?? []),
    contentReferences: catalogModules.flatMap(({ contentReferences = [] }) => contentReferences),
    connectionReferences: catalogModules.flatMap(({ connectionReferences = [] }) => connectionReferences),
    sources: new Map(catalogModules.flatMap(({ sources }) => sources.map((source) => [source.type, source] as const))),
    ...overrides,
  };
}

async function prepareRows(app: Pick<AppServices, 'db' | 'secrets'>): Promise<void> {
  for (const { prepare } of catalogModules) await prepare?.(app);
}

/** Builds everything, in the order things happen to a request, and does not listen. */
export async function createApp(config: AppConfig, overrides: Partial<AppServices> = {}, modules: readonly CatalogModule[] = catalogModules): Promise<App> {
  const services = await createServices(config, overrides);
  const schema = await buildGraphSchema(modules);
  const planner = createPlanner(schema, {
    sources: services.sources,
    roots: new Map(modules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
  });
  const graph = createGraph(schema, planner);
  const sessionOfKey = sessionsOf(services);
  const http = await createHttp(services);
  const apollo = createApollo({ schema, http, planner, log: services.log, introspectionForAll: config.introspection === 'public' });
  await apollo.start();

  healthRoutes(http, services);
  graphiqlRoutes(http);
  documentationRoutes(http, restApis.map((api) => ({
    name: api.title, path: `${api.base}/openapi.json`,
    describe: () => describeApi(api, schema, { server: config.publicUrl ?? '', withDocuments: config.introspection === 'public' }),
  })));
  await http.register(async (scope) => {
    authenticateCallers(scope, services, sessionOfKey);
    await graphqlRoutes(scope, apollo, {
      directory: join(config.dataDir, 'uploads'), maxFileBytes: config.maxUploadBytes, maxFiles: 10, maxFieldBytes: http.initialConfig.bodyLimit ?? 0,
      // nobody without a key fills the disk
      admit: (request) => { callerOf(catalogOf(request).session); },
    });
  });

  await http.register(async (scope) => {
    authenticateCallers(scope, services, sessionOfKey);
    requireCallers(scope);
    streamRoutes(scope, {
      schema, introspectionForAll: config.introspection === 'public', contextFor: (request) => contextFor(services, sessionOfKey, request),
    });
  });

  for (const { base, routes, needsKey } of restApis) {
    await http.register(async (scope) => {
      authenticateCallers(scope, services, sessionOfKey);
      if (needsKey) requireCallers(scope);
      await registerRoutes(scope, routes, { graph, contextOf: catalogOf, failureOf });
    }, { prefix: base });
  }

  await http.register(async (scope) => {
    authenticateCallers(scope, services, sessionOfKey);
    await registerRoutes(scope, catalogRoutes, { graph, contextOf: catalogOf, failureOf });
  }, { prefix: '/catalog' });

  await http.register(async (scope) => {
    authenticateCallers(scope, services, sessionOfKey);
    await registerRoutes(scope, pushRoutes, { graph, contextOf: catalogOf, failureOf });
  }, { prefix: '/api/push/1.0' });

  await services.jobs.start();
  if (config.worker === 'inline') await runJobs(services, modules);
  return { http, services, graph, close: () => closeApp(http, services) };
}

async function closeApp(http: FastifyInstance, services: AppServices): Promise<void> {
  await http.close();
  await closeServices(services);
}

/** Lets the jobs in progress end, and closes what the modules stand on. */
export async function closeServices({ jobs, fetcher, orm }: AppServices): Promise<void> {
  await jobs.stop();
  await fetcher.close();
  await orm.close();
}
