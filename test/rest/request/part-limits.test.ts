import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db },
} = app;

const refused = (part: string, message: string) => ({
  status: 400,
  body: { error_code: 'validation_error', detail: { [part]: [message] } },
});
const apply = async (uid: string, part: string, parts: readonly object[]) =>
  (
    await admin.graph('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { uid } } }', {
      input: { datasetUid: uid, [part]: parts },
    })
  ).errors?.[0]?.extensions;

const kinds = [
  {
    part: 'processors',
    limit: 100,
    message: 'A dataset has at most 100 processors.',
    fill: (uid: string, count: number) =>
      db.rows(sql`insert into processor (uid, dataset_uid, position, type, label, params)
      select ${uid} || n, ${uid}, n, 'concat', '', '{}' from generate_series(0, ${count}::int - 1) n`),
    path: 'processors',
    body: { type: 'concat', label: '', separator: '', left_value: 'a', right_value: 'b', output_field: 'c' },
    desired: { type: 'concat', params: { separator: '', left_value: 'a', right_value: 'b', output_field: 'c' } },
  },
  {
    part: 'fields',
    limit: 1_000,
    message: 'A dataset has at most 1000 field configurations.',
    fill: (uid: string, count: number) =>
      db.rows(sql`insert into field_configuration (uid, dataset_uid, position, type, label, params)
      select ${uid} || n, ${uid}, n, 'delete', '', '{"field": "a"}' from generate_series(0, ${count}::int - 1) n`),
    path: 'fields',
    body: { type: 'delete', label: '', field: 'b' },
    desired: { label: '', configuration: { delete: { field: 'b' } } },
  },
  {
    part: 'resources',
    limit: 500,
    message: 'A dataset has at most 500 resources.',
    fill: (uid: string, count: number) =>
      db.rows(sql`insert into resource (uid, dataset_uid, type, title, params, created_at, updated_at)
      select ${uid} || n, ${uid}, 'csvfile', 'a', '{}', now(), now() from generate_series(0, ${count}::int - 1) n`),
    path: 'resources',
    body: { type: 'realtime', title: 'a', params: {} },
    desired: { type: 'realtime', title: 'a' },
  },
] as const;

test.each(kinds)(
  'a dataset has $limit $part at most, through either door',
  async ({ part, limit, message, fill, path, body, desired }) => {
    const uid = await seedDataset(admin);
    await fill(uid, limit - 1);
    expect((await admin.rest('POST', `/datasets/${uid}/${path}/`, body)).status).toBe(201);
    expect(await admin.rest('POST', `/datasets/${uid}/${path}/`, body)).toMatchObject(refused(part, message));
    expect(
      await apply(
        uid,
        part,
        Array.from({ length: limit + 1 }, () => desired),
      ),
    ).toMatchObject({ code: 'INVALID_INPUT', fields: { [part]: [message] } });
    expect((await admin.rest('GET', `/datasets/${uid}/${path}/`)).body).toMatchObject({ total_count: limit });
  },
);
