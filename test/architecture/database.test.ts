import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { migrations } from '#migrations/migrations.ts';
import { testApp } from '../support/app.ts';

const { services } = await testApp();

test('the migrations create the tables that the entities describe', async () => {
  const difference = await services.orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(difference.trim()).toBe('');
});

/** The SHA-256 of the SQL of each migration, by name. A change that adds a migration adds its line. */
const hashes: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/migrations/hashes.json', import.meta.url), 'utf8'),
);

test('a merged migration never changes, because databases have run it', () => {
  const current = migrations.map(({ name, class: MigrationClass }) => {
    const migration = new MigrationClass(services.orm.em.getDriver(), services.orm.config);
    void migration.up();
    return [name, createHash('sha256').update(JSON.stringify(migration.getQueries())).digest('hex')];
  });
  expect(Object.fromEntries(current)).toEqual(hashes);
});
