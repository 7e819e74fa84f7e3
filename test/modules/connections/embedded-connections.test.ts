import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { restoreEarlierNames } from '#test/support/database/earlier-names.ts';
import { seedDataset } from '#test/support/seed.ts';
import { storedSecrets } from '#test/support/datasets/versions.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' });
const {
  services: { db },
  admin,
} = app;

const web = (url: string) => ({
  type: 'http',
  relativeUrl: 'a.csv',
  headers: [{ name: 'x-token', value: null }],
  connection: {
    url,
    headers: [
      { name: 'accept', value: 'text/csv' },
      { name: 'Authorization', value: null },
    ],
    auth: { type: 'basic_auth', username: 'ada', password: null },
  },
});
const secrets = {
  origin: 'https://data.example',
  values: {
    'headers.x-token': 't0ken',
    'connection.headers.authorization': 'b3arer',
    'connection.auth.password': 'passw0rd',
  },
};

/** Brings the database back to what it was before connections had rows of their own. */
async function undo(): Promise<void> {
  await restoreEarlierNames(db);
  await db.rows(sql`alter table resource drop column connection_uid`);
  await db.rows(sql`alter table resource alter column secrets type jsonb using secrets::jsonb`);
  for (const table of [sql`connection_user`, sql`connection_group`, sql`connection`, sql`secrets_canary`])
    await db.rows(sql`drop table ${table} cascade`);
  await db.rows(sql`delete from migration where name = '2026-11-21-connections'`);
}

test('connections that older versions embedded in datasources become rows with encrypted secrets', async () => {
  const uid = await seedDataset(admin);
  await undo();
  const old = {
    uid: 're_000000',
    type: 'csvfile',
    title: 'a',
    params: {},
    url: null,
    datasource: web('https://data.example:443/before'),
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };
  const captured = JSON.stringify({
    files: [],
    resources: [old, { ...old, uid: 're_111111', datasource: { type: 'uploaded_file', file: { uid: 'a.csv' } } }],
  });
  await db.rows(sql`insert into resource (uid, dataset_uid, type, title, params, datasource, secrets, created_at, updated_at)
    values ('re_000000', ${uid}, 'csvfile', 'a', '{}', ${JSON.stringify(web('HTTPS://data.example/now'))}::jsonb, ${JSON.stringify(secrets)}::jsonb, now(), now()),
      ('re_222222', ${uid}, 'realtime', 'b', '{}', null, '{"origin": "", "values": {"push_key": "pu5h"}}', now(), now())`);
  await db.rows(
    sql`update section_snapshot set content = ${captured}::jsonb where dataset_uid = ${uid} and section = 'resources'`,
  );
  await db.rows(sql`insert into publication_order (dataset_uid, id, kind, configuration, ordered_at)
    values (${uid}, gen_random_uuid(), 'publish', jsonb_build_object('resources', ${captured}::jsonb), now())`);

  await upgradeDatabase(app);

  expect(await storedSecrets(app, uid)).toEqual({
    re_000000: {
      'headers.x-token': 't0ken',
      'connection.headers.authorization': 'b3arer',
      'connection.auth.password': 'passw0rd',
    },
    re_222222: { push_key: 'pu5h' },
  });
  const connections = await db.rows<{ uid: string; url: string; settings: object; secrets: string | null }>(
    sql`select uid, settings ->> 'url' as url, settings, secrets from connection where dataset_uid = ${uid} order by url`,
  );
  expect(connections.map(({ url }) => url).sort()).toEqual([
    'HTTPS://data.example/now',
    'https://data.example:443/before',
  ]);
  expect(connections[0]?.settings).toEqual({
    ...web(connections[0]?.url ?? '').connection,
    auth: { type: 'basic_auth', username: 'ada' },
  });
  const [named] = await db.rows<{ section: string; run: string; file: object }>(sql`
    select s.snapshot -> 'resources' -> 0 -> 'datasource' -> 'connection' ->> 'uid' as section, s.snapshot -> 'resources' -> 1 -> 'datasource' as file,
      o.configuration -> 'resources' -> 'resources' -> 0 -> 'datasource' -> 'connection' ->> 'uid' as run
    from section_snapshot s join publication_run o on o.dataset_uid = s.dataset_uid where s.dataset_uid = ${uid} and s.section = 'resources'`);
  const before = connections.find(({ url }) => url.endsWith('before'))?.uid;
  expect(named).toEqual({ section: before, run: before, file: { type: 'uploaded_file', file: { uid: 'a.csv' } } });
  const everything = JSON.stringify(
    await db.rows(sql`select to_jsonb(r) as row from resource r union all select to_jsonb(c) from connection c`),
  );
  expect(everything).not.toMatch(/t0ken|b3arer|passw0rd|pu5h/);
});
