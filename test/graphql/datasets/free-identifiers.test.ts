import { expect, test } from '@jest/globals';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { findFreeDatasetId } from '#datasets/dataset-id.rules.ts';
import { testApp } from '#test/support/app.ts';
import { watchStatements } from '#test/support/database/watch-statements.ts';

const {
  services: { db },
} = await testApp();
await db.rows(sql`
  insert into dataset (uid, dataset_id, created_at, updated_at, status_since, default_security, metadata)
  select 'da_' || n, case when n <= 1000 then 'trees' || coalesce('-' || nullif(n - 1, 0), '') else 'other-' || n end, now(), now(), now(), '{}', '{}'
  from generate_series(1, 5000) n`);
await db.rows(sql`analyze dataset`);

const free = (desired: string) => findFreeDatasetId({ db }, desired, 'da_new');

test('a taken identifier gets the first free number, and a uid counts as taken', async () => {
  expect(await free('air')).toBe('air');
  expect(await free('trees')).toBe('trees-1000');
  expect(await free('trees-3')).toBe('trees-3-1');
  expect(await free('da_5')).toBe('da_5-1');
  expect(await free('')).toBe('da_new');
});

test('a free identifier is found in the indexes, so its cost does not grow with the catalog', async () => {
  const sent: Sql[] = [];
  const watched = watchStatements(db, { rows: (statement) => sent.push(statement), texts: () => undefined });
  await findFreeDatasetId({ db: watched }, 'air', 'da_new');
  const [statement] = sent;
  const plan = await db.rows(sqlText(`explain (generic_plan) ${statement?.render().text ?? ''}`));
  const text = plan.map((row) => Object.values(row).join()).join('\n');
  expect(text).toContain('Index Scan on dataset_dataset_id_unique');
  expect(text).not.toContain('Seq Scan');
});
