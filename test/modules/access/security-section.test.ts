import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import type { Json } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
const section = app.services.registry.sections.get('security');

async function captured(uid: string): Promise<Json> {
  const [row] = await app.services.db.rows<{ content: Json }>(
    sql`select ${section?.capture(sqlText('d')) ?? sqlText('null')} as content from dataset d where d.uid = ${uid}`,
  );
  return row?.content ?? null;
}
const write = (uid: string, content: Json) =>
  inTransaction(createContext(app.services, anonymous, randomUUID()), async (tx) => section?.write(tx, uid, content));

test('the security is written from what was captured, on the same dataset and on another', async () => {
  await seedUser(app, 'ada', { groups: ['readers'] });
  await seedUser(app, 'bob');
  const uid = await seedDataset(admin, {
    isRestricted: true,
    defaultSecurity: { visibleFields: ['a'], filterQuery: 'a = 1' },
  });
  await seedRuleset(app, uid, {
    user: 'ada',
    permissions: ['edit_dataset', 'edit_form'],
    security: { filterQuery: "b = '\"'", apiCallsQuota: { unit: 'day', limit: 5 } },
  });
  await seedRuleset(app, uid, { group: 'readers' });
  const before = await captured(uid);
  await admin.rest('PUT', `/datasets/${uid}/`, { is_restricted: false, default_security: {} });
  await admin.rest('DELETE', `/datasets/${uid}/security/users/ada/`);
  await seedRuleset(app, uid, { user: 'bob' });
  await write(uid, before);
  expect(await captured(uid)).toEqual(before);
  const other = await seedDataset(admin);
  await write(other, before);
  expect(await captured(other)).toEqual(before);
});

test('a security that names a deleted user or group is refused, and nothing changes', async () => {
  await seedUser(app, 'gone', { groups: ['staying'] });
  const uid = await seedDataset(admin);
  await seedRuleset(app, uid, { user: 'gone' });
  await seedRuleset(app, uid, { group: 'staying' });
  const before = await captured(uid);
  await admin.data('mutation { deleteUser(input: { username: "gone" }) { username } }');
  const after = await captured(uid);
  await expect(write(uid, before)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { rulesets: ['There is no user gone.'] },
  });
  expect(await captured(uid)).toEqual(after);
});
