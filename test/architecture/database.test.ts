import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { CatalogModule } from '#api/catalog-module.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { migrations } from '#migrations/migrations.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { forSchema, type NamedMigration } from '#platform/database/schemas.ts';
import { testApp } from '../support/app.ts';

const { services } = await testApp();

test('the migrations create the tables that the entities describe', async () => {
  const difference = await services.orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(difference.trim()).toBe('');
});

test('every field of the graph that is read from a column names one that exists', async () => {
  const known = await services.db.rows<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns`,
  );
  const names = new Set(known.map(({ name }) => name));
  const missing = [...reachableSources(catalogModules)]
    // the rows of lineage are those of a query, not of a table
    .filter(({ table }) => table !== 'lineage_hop')
    .flatMap(({ type, table, columns }) =>
      Object.entries(columns).flatMap(([field, column]) =>
        typeof column === 'string' && !names.has(`${table}.${column}`) ? [`${type}.${field}: ${table}.${column}`] : [],
      ),
    );
  expect(missing).toEqual([]);
});

/** The sources of the modules, and those that relations and traversals lead to. */
function reachableSources(modules: readonly CatalogModule[]): ReadonlySet<TypeSource> {
  const found = new Set<TypeSource>();
  const visit = (source: TypeSource): void => {
    if (found.has(source)) return;
    found.add(source);
    for (const { to } of [...source.relations.values(), ...source.traversals.values()]) visit(to);
  };
  for (const { sources, roots = [] } of modules)
    for (const source of [...sources, ...roots.map((root) => root.source)]) visit(source);
  return found;
}

/** The SHA-256 of the SQL of each migration, by name. A change that adds a migration adds its line. */
const hashes: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/migrations/hashes.json', import.meta.url), 'utf8'),
);

async function queriesOf({ class: MigrationClass }: NamedMigration): Promise<readonly unknown[]> {
  const migration = new MigrationClass(services.orm.em.getDriver(), services.orm.config);
  await migration.up();
  return migration.getQueries();
}

test('a merged migration never changes, because databases have run it', async () => {
  const current: Record<string, string> = {};
  for (const migration of migrations)
    current[migration.name] = createHash('sha256')
      .update(JSON.stringify(await queriesOf(migration)))
      .digest('hex');
  expect(current).toEqual(hashes);
});

test('a migration of a catalog with one schema differs in the names alone', async () => {
  let namedCount = 0;
  for (const migration of migrations) {
    const named = await queriesOf(forSchema(migration, undefined));
    const one = JSON.stringify(await queriesOf(forSchema(migration, 'app')));
    namedCount += one.split('app').length - 1;
    const renamed: unknown = JSON.parse(
      one
        .replaceAll(/\\"app\\"\.\\"(odsql|totals)_/g, String.raw`\"$1\".\"`)
        .replaceAll(/\\"app\\"\.(odsql|totals)_/g, '$1.')
        .replaceAll(String.raw`\"app\".`, 'pgboss.'),
    );
    expect(renamed).toEqual(named);
  }
  expect(namedCount).toBeGreaterThan(150);
});
