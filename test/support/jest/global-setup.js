// JavaScript, because Jest would compile TypeScript to CommonJS here; Node itself strips the types of what it imports.
export default async function globalSetup() {
  const { generateTypes } = await import('#tools/generate-types.ts');
  generateTypes();
  const { buildPortalPage } = await import('#tools/build-portal-page.ts');
  await buildPortalPage();
  const { startTestCluster } = await import('../database/cluster.ts');
  const cluster = await startTestCluster();
  globalThis.testCluster = cluster;
  process.env.TEST_DATABASE_URL = cluster.url;
}
