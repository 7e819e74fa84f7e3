import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { sql } from '#kernel/sql.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const { db } = app.services;

const attach = async (datasetUid: string, filename: string, content: string): Promise<string> =>
  (await admin.upload(`/datasets/${datasetUid}/attachments/`, filename, content)).body.uid;
const publish = (uid: string) =>
  db.rows(
    sql`update dataset set is_published = true, published_metadata = '{}', published_fields = '[]' where uid = ${uid}`,
  );
const download = async (path: string, key?: string) => {
  const answer = await app.http.inject({
    method: 'GET',
    url: path,
    headers: key === undefined ? {} : { authorization: `Apikey ${key}` },
  });
  return { status: answer.statusCode, body: answer.body, disposition: answer.headers['content-disposition'] };
};

test('a dataset lists its attachments with their size and the digest of their content', async () => {
  const uid = await seedDataset(admin);
  const attachment = await attach(uid, 'hello.txt', 'hello');
  const { dataset } = await admin.data(
    `query ($uid: ID!, $attachment: ID!) { dataset(by: { uid: $uid }) {
    attachments { totalCount nodes { uid filename } } attachment(uid: $attachment) { id filename mimetype bytes sha256 } } }`,
    { uid, attachment },
  );
  expect(dataset.attachments).toEqual({ totalCount: 1, nodes: [{ uid: attachment, filename: 'hello.txt' }] });
  expect(dataset.attachment).toMatchObject({
    bytes: 5,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  });
  expect(
    (
      await admin.data('query ($id: ID!) { node(id: $id) { ... on Attachment { uid } } }', {
        id: dataset.attachment.id,
      })
    ).node,
  ).toEqual({ uid: attachment });
  expect(
    (await unauthenticated.data('query ($id: ID!) { node(id: $id) { id } }', { id: dataset.attachment.id })).node,
  ).toBeNull();
});

test('callers who see the published dataset find and download its attachments, also without a key', async () => {
  const uid = await seedDataset(admin);
  const attachment = await attach(uid, 'Été.txt', 'summer');
  const path = `/catalog/datasets/${uid}/attachments/${attachment}/download/`;
  expect(await download(path)).toMatchObject({ status: 404 });
  await publish(uid);
  const query =
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { attachments { totalCount nodes { filename url } } } }';
  expect((await unauthenticated.data(query, { uid })).catalogDataset.attachments).toEqual({
    totalCount: 1,
    nodes: [{ filename: 'Été.txt', url: expect.stringMatching(new RegExp(`^http://[^/]+${path}$`)) }],
  });
  expect(await download(path)).toEqual({
    status: 200,
    body: 'summer',
    disposition: 'attachment; filename="Ete.txt"; filename*=UTF-8\'\'%C3%89t%C3%A9.txt',
  });
  expect(await download(path.slice(0, -1))).toMatchObject({ status: 200 });
  expect(await download(path, 'no-key-of-ours')).toMatchObject({ status: 401 });
  expect(await download(path.replace(attachment, 'at_none00'))).toMatchObject({ status: 404 });
});

test('attachments of a restricted dataset are visible only to callers who see it', async () => {
  const uid = await seedDataset(admin, { isRestricted: true });
  const path = `/catalog/datasets/${uid}/attachments/${await attach(uid, 'a.txt', 'a')}/download/`;
  await publish(uid);
  const reader = await seedUser(app, 'reader');
  const query = 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { attachments { totalCount } } }';
  expect((await reader.data(query, { uid })).catalogDataset).toBeNull();
  await seedRuleset(app, uid, { user: 'reader' });
  expect((await reader.data(query, { uid })).catalogDataset).toEqual({ attachments: { totalCount: 1 } });
  expect(await download(path)).toMatchObject({ status: 404 });
  expect(await download(path, 'test-administrator-key')).toMatchObject({ status: 200, body: 'a' });
});

test('each change of the attachments makes a version', async () => {
  const uid = await seedDataset(admin);
  const attachment = await attach(uid, 'a.txt', 'a');
  await admin.data(
    'mutation ($input: DeleteAttachmentInput!) { deleteAttachment(input: $input) { uid dataset { revision } } }',
    { input: { datasetUid: uid, uid: attachment, expectedRevision: 2 } },
  );
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { versions { nodes { revision sections } } } }',
    { uid },
  );
  expect(dataset.versions.nodes.slice(0, 2)).toEqual([
    { revision: 3, sections: ['attachments'] },
    { revision: 2, sections: ['attachments'] },
  ]);
});

test('a version brings its attachments back with their uids, and a copy of the dataset takes them with uids of its own', async () => {
  const uid = await seedDataset(admin);
  const listed = async (of: string) =>
    (await admin.rest('GET', `/datasets/${of}/attachments/`)).body.results as { uid: string; filename: string }[];
  const kept = [await attach(uid, 'a.txt', 'a'), await attach(uid, 'b.txt', 'b')];
  const before = await listed(uid);
  const {
    body: {
      results: [version],
    },
  } = await admin.rest('GET', `/datasets/${uid}/versions/?limit=1`);
  await admin.rest('DELETE', `/datasets/${uid}/attachments/${String(kept[0])}/`);
  await attach(uid, 'c.txt', 'c');
  expect(await admin.rest('POST', `/datasets/${uid}/versions/${String(version.uid)}/restore/`)).toMatchObject({
    status: 200,
  });
  expect(await listed(uid)).toEqual(before);
  const {
    body: { uid: copy },
  } = await admin.rest('POST', `/datasets/${uid}/copy/`);
  const copied = await listed(copy);
  expect(copied.map(({ filename }) => filename)).toEqual(['a.txt', 'b.txt']);
  expect(copied.filter((attachment) => kept.includes(attachment.uid))).toEqual([]);
  expect(
    (await admin.rest('GET', `/datasets/${String(copy)}/attachments/${copied[0]?.uid ?? ''}/download/`)).body,
  ).toBe('a');
});
