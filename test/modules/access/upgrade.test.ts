import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db, orm },
} = app;

const schema = [
  'drop trigger ruleset_copy on ruleset',
  'drop trigger dataset_copy on dataset',
  'drop function copy_from_dataset',
  'drop function copy_to_rulesets',
  'alter table ruleset drop column dataset_created_at, drop column is_restricted_entry',
  'drop index dataset_created_by_created_at_uid_index, dataset_entry_index, dataset_public_entry_index, dataset_restricted_entry_index',
  'create index dataset_created_by_index on dataset (created_by)',
  `delete from migration where name = '2026-11-22-access-paths'`,
];

/** What rulesets carry of their datasets that differs from the datasets. */
const differences = () =>
  db.rows(sql`
    select r.id from ruleset r left join dataset d on d.uid = r.dataset_uid
    where (r.dataset_created_at, r.is_restricted_entry) is distinct from (d.created_at, d.is_published and d.is_restricted)`);

test('after an upgrade a user finds the datasets that rulesets of an earlier version grant', async () => {
  const reader = await seedUser(app, 'reader', { groups: ['readers'] });
  const [own, shared] = [await seedDataset(admin), await seedDataset(admin, { isRestricted: true })];
  await db.rows(sql`update dataset set is_published = true, published_metadata = metadata where uid = ${shared}`);
  await seedRuleset(app, own, { user: 'reader', permissions: ['edit_dataset'] });
  await seedRuleset(app, shared, { group: 'readers' });
  for (const statement of schema) await db.rows(sqlText(statement));
  await db.rows(sql`insert into ruleset (dataset_uid, username, security) values ('da_gone', 'reader', '{}')`);

  await upgradeDatabase(app);

  expect(await differences()).toEqual([]);
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  expect(await reader.data('{ datasets { nodes { uid } } catalog { nodes { uid } } }')).toEqual({
    datasets: { nodes: [{ uid: own }] },
    catalog: { nodes: [{ uid: shared }] },
  });
  await db.rows(sql`update dataset set is_restricted = not is_restricted, created_at = created_at - interval '1 day'`);
  expect(await differences()).toEqual([]);
});

test('a ruleset without its dataset is refused', async () => {
  await expect(
    db.rows(sql`insert into ruleset (dataset_uid, username, security) values ('da_gone', 'reader', '{}')`),
  ).rejects.toThrow();
});
