import { afterAll, expect, test } from '@jest/globals';
import { createServices } from '#processes/services.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { testApp } from '#test/support/app.ts';
import { backupTools, secretsKey } from '#test/support/backups.ts';
import { restrictedDatabase } from '#test/support/database/restricted-role.ts';
import { deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const schemas = ['odsql', 'records', 'totals', 'pgboss'];
const database = await restrictedDatabase(schemas);
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, SECRETS_KEY: secretsKey }, { databaseUrl: database.url });
const { backUp, newCatalog, restore, startRestored } = backupTools();
const target = await restrictedDatabase(schemas);
// after the applications have closed their connections
afterAll(async () => {
  await database.drop();
  await target.drop();
});

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

test('a backup of its catalog is restored by another such role', async () => {
  const folder = await backUp(app);
  const config = { ...(await newCatalog({ FETCH_ALLOW: web.host })), databaseUrl: target.url };
  await restore(config, folder);
  const restored = await startRestored(config);
  const explore = restored.admin.restAt('/api/explore/v2.1');
  const { body } = await explore('GET', '/catalog/datasets/towns/records');
  expect(body.total_count).toBeGreaterThan(0);
});

test('a role with one schema gets the statements that an administrator must run, and the service starts after them', async () => {
  const incomplete = await restrictedDatabase([]);
  const config = await newCatalog();
  const start = () => createServices({ ...config, databaseUrl: incomplete.url }, catalogModules);
  const failure = await start().then(() => '', String);
  const [, ...statements] = failure.split('\n');
  expect(statements).toEqual(
    schemas.map((name) => `create schema if not exists ${name} authorization "${incomplete.role}";`),
  );
  await incomplete.run(...statements);
  const services = await start();
  await services.closeDatabase();
  await incomplete.drop();
});

test('a role that does not own a schema gets the statement that gives it the schema', async () => {
  const foreign = await restrictedDatabase(schemas);
  await foreign.run('alter schema records owner to current_user');
  const start = () => createServices({ ...app.services.config, databaseUrl: foreign.url }, catalogModules);
  await expect(start()).rejects.toThrow(`run these statements:\nalter schema records owner to "${foreign.role}";`);
  await foreign.drop();
});
