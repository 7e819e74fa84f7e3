import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import type { CatalogModule } from '#api/catalog-module.ts';
import { createApp, type App, type AppOverrides } from '#processes/app.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { loadLimits, type LoadLimits } from '#http/admission.ts';
import { readConfig } from '#platform/config.ts';
import type { Environment } from '#platform/environment.ts';
import { seedAdministrator } from '#seed/seed-administrator.ts';
import { clientOf, type Client } from './client.ts';
import { testDatabase } from './database/database.ts';
import { resolveLocalNames } from './http/resolve-local-names.ts';
import { catalogSchema, clientSchemaOf } from './worker/catalog-schema.ts';
import { hasCatalogModules } from './worker/openapi-checks.ts';
import { expectDeclaredCodes, watchPrechecks } from './worker/mutation-codes.ts';
import { fitsSharedEngine, joinSharedEngine, sharedColumnEngine } from './worker/shared-column-engine.ts';

/** An application on a database of its own, with an administrator, until the tests of the file end. */
export interface TestApp extends App {
  /** Calls REST and GraphQL as the administrator. */
  readonly admin: Client;
  /** Calls REST and GraphQL without a key. */
  readonly unauthenticated: Client;
  readonly databaseUrl: string;
}

/** Limits that no event loop exceeds: a machine that runs tests is busy, and its event loop is late. */
export const neverOverloaded: LoadLimits = { ...loadLimits, maxDelayMs: Infinity };

/** Settings as in the environment. */
export type TestSettings = Readonly<Partial<Record<keyof Environment, string>>>;

/** Overrides of the defaults of a test's application. */
interface TestOptions extends AppOverrides {
  /** The database, which the caller drops. Default: one of its own. */
  readonly databaseUrl?: string;
  /** Whether it has a column engine of its own also where it has the settings of the one that the worker's applications share. Default: false. */
  readonly hasOwnEngine?: boolean;
}

/** The override by which clients see the whole schema: the fields that only REST uses have tests of their own in the graph. */
export const wholeSchema: AppOverrides = { clientSchemaOf: (schema) => schema };

/** Starts an application for the tests of one file, at its top level: `const app = await testApp()`. It reaches no other machine. */
export async function testApp(
  env: TestSettings = {},
  { databaseUrl, hasOwnEngine = false, ...overrides }: TestOptions = {},
  modules: readonly CatalogModule[] = catalogModules,
): Promise<TestApp> {
  const database = databaseUrl === undefined ? await testDatabase() : { url: databaseUrl, drop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-data-'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SEED: 'none',
    DATA_DIR: folder,
    ADMIN_API_KEY: 'test-administrator-key',
    ...env,
  });
  const sharesEngine = !hasOwnEngine && databaseUrl === undefined && fitsSharedEngine(config);
  const app = await createApp(
    { ...config, databaseUrl: database.url },
    {
      ...(sharesEngine && { columnEngine: await sharedColumnEngine() }),
      resolve: resolveLocalNames,
      load: neverOverloaded,
      ...(modules === catalogModules && { schema: catalogSchema, clientSchemaOf }),
      ...overrides,
    },
    watchPrechecks(modules),
  );
  if (modules === catalogModules) hasCatalogModules(app.http);
  await seedAdministrator(app.services);
  const leaveEngine = sharesEngine ? await joinSharedEngine(app.services) : () => undefined;
  afterEach(expectDeclaredCodes);
  afterAll(async () => {
    expectDeclaredCodes();
    await app.close();
    leaveEngine();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ...app,
    admin: clientOf(app, 'test-administrator-key'),
    unauthenticated: clientOf(app),
    databaseUrl: database.url,
  };
}
