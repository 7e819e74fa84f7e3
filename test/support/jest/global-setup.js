// JavaScript, because Jest would compile TypeScript to CommonJS here; Node itself strips the types of what it imports.
export default async function globalSetup() {
  const { generateTypes } = await import('#tools/generate-types.ts');
  generateTypes();
  const { buildPortalPage } = await import('#tools/build-portal-page.ts');
  await buildPortalPage();
  const { serveTestCluster } = await import('../database/cluster.ts');
  globalThis.testCluster = await serveTestCluster();
  process.env.TEST_CLUSTER_URL = globalThis.testCluster.url;
}
