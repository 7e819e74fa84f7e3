import { afterAll, expect, test } from '@jest/globals';
import { createServices } from '../../../src/services.ts';
import { catalogModules } from '../../../src/modules/catalog-modules.ts';
import { testApp } from '../../support/app.ts';
import { restrictedDatabase } from '../../support/database/restricted-role.ts';
import { deleteDataset, restoreDataset } from '../../support/datasets/deletions.ts';
import { publishedTowns } from '../../support/datasets/explore.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

const schemas = ['odsql', 'records', 'totals', 'pgboss'];
const database = await restrictedDatabase(schemas);
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, { databaseUrl: database.url });
// after the application has closed its connections
afterAll(() => database.drop());

test('a role that owns its schemas and may create no others migrates the database and runs the catalog', async () => {
  const uid = await publishedTowns(app, web);
  const { body } = await app.unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/towns/records`);
  expect(body.total_count).toBeGreaterThan(0);
  expect((await app.admin.rest('GET', `/datasets/${uid}/`)).status).toBe(200);
  await deleteDataset(app.admin, uid);
  expect((await restoreDataset(app.admin, uid)).errors).toBeUndefined();
  expect((await app.admin.rest('GET', `/datasets/${uid}/resources/`)).body.total_count).toBeGreaterThan(0);
});

test('a process that starts again finds the tables of the role', async () => {
  const services = await createServices({ ...app.services.config, databaseUrl: database.url }, catalogModules);
  await services.closeDatabase();
});

test('where a schema is missing, the process names the statement that creates it', async () => {
  const incomplete = await restrictedDatabase(['odsql', 'records', 'totals']);
  const start = createServices({ ...app.services.config, databaseUrl: incomplete.url }, catalogModules);
  await expect(start).rejects.toThrow(`create schema if not exists pgboss authorization "${incomplete.role}";`);
  await incomplete.drop();
});
