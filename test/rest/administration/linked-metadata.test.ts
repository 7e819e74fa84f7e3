import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

const { admin, services } = await testApp();

const remote = (value: string) => ({ value, remote_value: value, override_remote_value: false });

/** A dataset that is linked to a remote one, as a federation leaves it. */
async function linkedDataset(): Promise<string> {
  const uid = await seedDataset(admin);
  const metadata = { default: { title: remote('Rivers'), publisher: remote('The province') } };
  await services.db.rows(sql`update dataset set metadata = ${JSON.stringify(metadata)}::jsonb where uid = ${uid}`);
  return uid;
}

test('only the fields of a linked dataset have a remote value and the flag that overrides it', async () => {
  const linked = await linkedDataset();
  expect((await admin.rest('GET', `/datasets/${linked}/metadata/default/title/`)).body).toEqual(remote('Rivers'));
  const own = await seedDataset(admin);
  const set = await admin.rest('PUT', `/datasets/${own}/metadata/default/title/`, {
    value: 'Lakes',
    override_remote_value: true,
  });
  expect(set.body).toEqual({ value: 'Lakes' });
  expect((await admin.rest('GET', `/datasets/${own}/metadata/default/`)).body).toEqual({ title: { value: 'Lakes' } });
});

test('the remote value applies until it is overridden, and again when the local one is deleted', async () => {
  const uid = await linkedDataset();
  const title = `/datasets/${uid}/metadata/default/title/`;
  expect((await admin.rest('PUT', title, { value: 'Streams' })).body).toEqual(remote('Rivers'));
  const overridden = { value: 'Streams', remote_value: 'Rivers', override_remote_value: true };
  expect((await admin.rest('PUT', title, { value: 'Streams', override_remote_value: true })).body).toEqual(overridden);
  expect(
    (await admin.rest('PUT', `/datasets/${uid}/metadata/default/description/`, { value: 'Ours alone' })).body,
  ).toEqual({ value: 'Ours alone', remote_value: null, override_remote_value: false });
  expect((await admin.rest('GET', title)).body).toEqual(overridden);
  expect((await admin.rest('DELETE', title)).status).toBe(204);
  expect((await admin.rest('GET', title)).body).toEqual(remote('Rivers'));
});

test('a client may send back what it read, and replacing all metadata removes no remote value', async () => {
  const uid = await linkedDataset();
  const path = `/datasets/${uid}/metadata/`;
  const { body } = await admin.rest('GET', path);
  expect((await admin.rest('PUT', path, body as object)).body).toEqual(body);
  const forged = { default: { title: { value: 'Mine', remote_value: 'Forged', override_remote_value: true } } };
  expect((await admin.rest('PUT', path, forged)).body).toEqual({
    default: {
      title: { value: 'Mine', remote_value: 'Rivers', override_remote_value: true },
      publisher: remote('The province'),
    },
  });
});

test('restoring brings back overridden values, and a copy is linked as its original', async () => {
  const uid = await linkedDataset();
  const title = `/datasets/${uid}/metadata/default/title/`;
  await admin.rest('PUT', title, { value: 'Streams', override_remote_value: true });
  const {
    results: [version],
  } = (await admin.rest('GET', `/datasets/${uid}/versions/`)).body as { results: { uid: string }[] };
  await admin.rest('DELETE', title);
  await admin.rest('POST', `/datasets/${uid}/versions/${version?.uid ?? ''}/restore/`);
  expect((await admin.rest('GET', title)).body).toEqual({
    value: 'Streams',
    remote_value: 'Rivers',
    override_remote_value: true,
  });
  const { metadata } = (await admin.rest('GET', `/datasets/${uid}/`)).body as { metadata: object };
  expect((await admin.rest('POST', `/datasets/${uid}/copy/`)).body).toMatchObject({ metadata });
});
