import { findSeedFolder, seedFolder } from '#seed/seed-folder.ts';
import { testApp, type TestApp, type TestSettings } from './app.ts';

/** An application that listens, with the finished demo. */
interface DemoApp extends TestApp {
  readonly address: string;
}

/** Starts an application for the tests of one file, at its top level, applies the demo, and waits for its publications. */
export async function demoApp(env: TestSettings = {}): Promise<DemoApp> {
  const app = await testApp({ SEED: 'demo', ...env });
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const files = await findSeedFolder(app.services, {});
  if (!files) throw new Error('The catalog is not empty.');
  const { ended } = seedFolder(app.services, { databaseUrl: app.databaseUrl, url: address, files, env: {} });
  const failed = await ended;
  if (failed !== 0)
    throw new Error(`The demo is not applied: ${failed ?? 'all'} items failed. LOG_LEVEL=warn says why.`);
  return { ...app, address };
}
