import 'reflect-metadata';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '#api/context.ts';
import type { CatalogModule } from '#api/catalog-module.ts';
import type { Graph } from '#api/graph.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { countDomainCall } from '#explore/index.ts';
import { createSessionLookup, createSignIn } from '#identity/index.ts';
import { describeApi } from '#rest/openapi/describe-api.ts';
import { createErrorTranslator, createVariablesParser } from '#rest/request/parse-request.ts';
import { registerApis } from '#rest/register-routes.ts';
import { restApis } from '#rest/rest-apis.ts';
import { SubmitFormDocument } from '#rest/generated/operations.ts';
import { catalogOf, contextFor, rememberWrites, runJobs } from '#server/create-context.ts';
import { toFailure } from '#server/http/observe-requests.ts';
import { buildGraphSchema, buildSubgraphSchema } from '#server/graph/graph-schema.ts';
import { publicSchemaOf } from '#server/graph/public-schema.ts';
import { createGraphServer } from '#server/graph/create-graph-server.ts';
import { authenticateCallers, createHttp, requireCallers } from '#server/http/create-http.ts';
import {
  apiCatalogRoute,
  documentationRoutes,
  llmsRoute,
  nameOfCatalog,
  robotsRoute,
} from '#server/pages/documentation-routes.ts';
import { feedRoutes } from '#server/pages/feed-routes.ts';
import { graphiqlRoutes } from '#server/pages/graphiql.ts';
import { portalAssetRoutes } from '#server/pages/portal-assets.ts';
import { createPortalPage } from '#server/pages/portal-page.ts';
import { basePathOf } from '#server/http/addresses.ts';
import { answerRepeated } from '#server/graph/known-operations.ts';
import { datasetGraphRoutes } from '#server/graph/dataset-graph-routes.ts';
import { graphqlRoutes } from '#server/graph/graphql-routes.ts';
import { createKeyedRequests } from '#server/http/idempotency.ts';
import type { LoadLimits } from '#http/admission.ts';
import { mcpRoutes } from '#server/mcp-routes.ts';
import { signInRoutes } from '#server/sign-in-routes.ts';
import { createHealth, type Health, healthRoutes } from '#server/health.ts';
import { openMetricsServer, sampleGateway } from '#server/metrics-server.ts';
import { streamHandlers, streamRoutes } from '#server/streams/stream-routes.ts';
import { uploadSettings } from '#server/graph/uploads.ts';
import { closeServices, openServices, prepareRows, runMigrations, type AppConfig, type Overrides } from './services.ts';

/** The whole application, without an open port: the gateway listens with it, and tests send requests with `http.inject`. */
export interface App {
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly graph: Graph;
  /** The address of the metrics; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  /** Waits for running requests and jobs, then closes everything. */
  close(): Promise<void>;
}

/** Overrides of an application's defaults. */
export interface AppOverrides extends Overrides {
  /** The load above which the process refuses requests. */
  readonly load?: LoadLimits;
  /** The schema of the modules. Default: `createApp` builds it. */
  readonly schema?: GraphQLSchema;
  /** The schema that clients see of it. Default: without what only the REST API uses. */
  readonly clientSchemaOf?: (schema: GraphQLSchema) => GraphQLSchema;
}

/** Builds the application without listening. A failure closes what was opened. */
export async function createApp(
  config: AppConfig,
  overrides: AppOverrides = {},
  modules: readonly CatalogModule[] = catalogModules,
): Promise<App> {
  const services = await openServices(config, modules, overrides);
  const checkHealth = createHealth(services);
  const preparing = prepareServices(services, modules);
  // It answers while the process prepares the database.
  const opening = openMetricsServer({ ...services, checkHealth });
  try {
    // The application is built while the process waits for the database.
    const [app, metricsServer] = await Promise.all([
      buildApp(services, modules, { ...overrides, checkHealth }),
      opening,
      preparing,
    ]);
    if (config.worker === 'inline') await runJobs(services, modules);
    const close = () => app.close().finally(metricsServer?.close);
    return { ...app, metricsUrl: metricsServer?.url, close };
  } catch (error) {
    // The first failure is the one to report.
    await preparing.catch(() => undefined);
    await opening.then((server) => server?.close()).catch(() => undefined);
    await closeServices(services).catch(() => undefined);
    throw error;
  }
}

/** Prepares the database; the queue starts once the database is migrated. */
async function prepareServices(services: Services, modules: readonly CatalogModule[]): Promise<void> {
  await runMigrations(services, modules);
  await Promise.all([prepareRows(services, modules), services.jobs.start()]);
}

/** How `buildApp` builds an application. */
interface BuildOptions extends Pick<AppOverrides, 'load' | 'schema' | 'clientSchemaOf'> {
  /** Default: a check of its own. */
  readonly checkHealth?: () => Promise<Health>;
}

/**
 * Builds the application on its services, without the database. The parts are built in the order in which a request passes them. Between the
 * long steps, the preparation of the database receives its results and sends its next statements.
 */
export async function buildApp(
  services: Services,
  modules: readonly CatalogModule[],
  {
    load,
    schema: builtSchema,
    clientSchemaOf = publicSchemaOf,
    checkHealth = createHealth(services),
  }: BuildOptions = {},
): Promise<App> {
  const { config } = services;
  await nextTurn();
  const ownSchema = builtSchema ?? (await buildGraphSchema(modules));
  const withEntities = (schema: GraphQLSchema): GraphQLSchema =>
    config.subgraph ? buildSubgraphSchema(schema, services.registry.sources) : schema;
  const schema = withEntities(ownSchema);
  const clientSchema = withEntities(clientSchemaOf(ownSchema));
  await nextTurn();
  const findSession = createSessionLookup(services);
  const basePath = basePathOf(config);
  const portalPage = config.portal ? createPortalPage(services) : undefined;
  const http = await createHttp(services, undefined, load, portalPage?.sendNotFound);
  rememberWrites(http, services);
  const authenticate = (scope: FastifyInstance): void => {
    authenticateCallers(scope, services, findSession);
  };
  const { planner, graph, checkOperationLimits, chooseDocument, answerKnownQuery, documents, apollo, executeDocument } =
    await createGraphServer(http, { schema, clientSchema }, services, modules);

  const keyedRequests = createKeyedRequests(services);
  const streams = streamHandlers(http, {
    schema: clientSchema,
    checkOperationLimits,
    chooseDocument,
    contextFor: (request) => contextFor(services, findSession, request),
  });
  sampleGateway(services, { planner, openStreams: streams.openCount });
  healthRoutes(http, checkHealth);
  robotsRoute(http, config);
  llmsRoute(http, services, restApis);
  apiCatalogRoute(http, config, restApis);
  portalAssetRoutes(http, services);
  if (portalPage)
    await http.register(async (scope) => {
      authenticate(scope);
      portalPage.register(http, scope, { graph, execute: executeDocument });
      feedRoutes(scope, services, executeDocument);
    });
  graphiqlRoutes(http, basePath);
  documentationRoutes(
    http,
    restApis.map((api) => ({
      name: api.title,
      path: `${api.base}/openapi.json`,
      describe: (catalog) =>
        describeApi(api, schema, {
          name: catalog,
          server: config.publicUrl ?? '',
          withDocuments: config.introspection === 'public',
        }),
    })),
    { basePath, nameOf: () => nameOfCatalog(services) },
  );
  await http.register(async (scope) => {
    authenticate(scope);
    await graphqlRoutes(scope, {
      basePath,
      apollo,
      chooseDocument,
      answerKnownQuery,
      answerRepeated: answerRepeated(keyedRequests, documents),
      handleStream: streams.separate,
      uploads: uploadSettings(scope, config, (ctx, formSlug) => graph.precheck(SubmitFormDocument, { formSlug }, ctx)),
    });
  });

  await http.register(async (scope) => {
    authenticate(scope);
    datasetGraphRoutes(scope, { graph, chooseDocument, services, basePath });
  });

  await http.register(async (scope) => {
    authenticate(scope);
    await streamRoutes(scope, config, chooseDocument, streams);
  });

  const { mcp } = config;
  if (mcp !== 'off')
    await http.register(async (scope) => {
      mcpRoutes(scope, { ...config, mcp }, { graph, keyedRequests }, authenticate);
    });

  await http.register(async (scope) => {
    authenticate(scope);
    signInRoutes(scope, { ...services, signIn: createSignIn(services) });
  });

  await registerApis(
    http,
    {
      graph,
      parseVariables: createVariablesParser(schema),
      translateError: createErrorTranslator(schema),
      contextOf: catalogOf,
      keyedRequests,
      countCall: countDomainCall,
      failureOf: toFailure,
    },
    { authenticate, requireKey: requireCallers },
  );
  return { http, services, graph, metricsUrl: undefined, close: () => closeApp(http, services) };
}

async function closeApp(http: FastifyInstance, services: Services): Promise<void> {
  await http.close();
  await closeServices(services);
}
