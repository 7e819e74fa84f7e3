import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedBlobs } from '#blobs/delete-unused-blobs.job.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedKey } from '#test/support/seed.ts';
import { images, sendParts, submitForm, submitForUid, type SentPart } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '100000', DELETED_RETENTION_DAYS: '0' });
const { admin, services } = app;
const { db, config } = services;
const ada = await seedKey(app, 'ada');
const bob = await seedKey(app, 'bob');
const photo = (fieldId: string, more: object = {}) => ({ fieldId, type: 'image', label: fieldId, ...more });
const seed = (slug: string, input: object = {}) =>
  seedForm(admin, slug, {
    accessType: 'open',
    isModerated: false,
    isEditingEnabled: true,
    sections: [{ title: '', blocks: [nameBlock, photo('face'), photo('back')] }],
    ...input,
  });
const image = (name: string, content: Buffer, filename = 'a b.png'): SentPart => [name, content, filename];
const contentOf = async (slug: string, uid: string, key?: string) =>
  (await clientOf(app, key).portal('GET', `/forms/${slug}/submissions/${uid}/`)).body;
const bytesOf = (slug: string, id: string, key?: string) =>
  app.http.inject({
    url: `/api/portal/v1.0/forms/${slug}/images/${id}/`,
    headers: key === undefined ? {} : { authorization: `Apikey ${key}` },
  });
const counts = async () =>
  (
    await db.rows(
      sql`select (select count(*)::int from submission_image) as images, (select count(*)::int from blob) as blobs`,
    )
  )[0];

test('images are sent in any order, recognized by their bytes, and served so that browsers run nothing in them', async () => {
  await seed('faces');
  for (const [type, content] of Object.entries(images).filter(([type]) => type !== 'svg')) {
    const parts: SentPart[] = [
      image('face', content, '../Zoë.html'),
      ['data', JSON.stringify({ name: 'A', face: 'face' })],
    ];
    const { status, headers } = await sendParts(app, '/forms/faces/submissions/', parts);
    expect([type, status]).toEqual([type, 201]);
    const { face } = (await app.http.inject(new URL(String(headers['location'])).pathname)).json();
    expect(face).toEqual({ id: expect.any(String), filename: 'Zoë.html' });
    const answer = await bytesOf('faces', face.id);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': `image/${type}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': expect.stringMatching(/^private/),
      vary: expect.stringMatching(/authorization/i),
      'content-disposition': 'inline; filename="Zoe.html"; filename*=UTF-8\'\'Zo%C3%AB.html',
    });
  }
});

test('an image part answers its block where the data omits the block', async () => {
  await seed('silent');
  const uid = await submitForUid(app, 'silent', { name: 'A' }, { parts: [image('back', images.gif)] });
  expect(await contentOf('silent', uid)).toEqual({
    name: 'A',
    face: null,
    back: { id: expect.any(String), filename: 'a b.png' },
  });
});

test('an invalid, too large, repeated or unexpected image is reported by block, and nothing is stored', async () => {
  await seed('refusing');
  const before = await counts();
  const errorsOf = async (data: object, ...parts: readonly SentPart[]) =>
    (await submitForm(app, 'refusing', { name: 'A', ...data }, { parts })).body.errors?.map(
      ({ field }: { field: string }) => field,
    );
  expect(await errorsOf({}, image('face', images.svg, 'a.png'), image('back', Buffer.from('GIF87')))).toEqual([
    'face',
    'back',
  ]);
  expect(await errorsOf({}, image('face', Buffer.alloc(0)))).toEqual(['face']);
  expect(await errorsOf({}, image('face', Buffer.concat([images.png, Buffer.alloc(10 * 2 ** 20)])))).toEqual(['face']);
  expect(await errorsOf({}, image('face', images.png), image('face', images.png))).toEqual(['face']);
  expect(await errorsOf({}, image('name', images.png), image('other', images.png))).toEqual(['name', 'other']);
  expect(await errorsOf({ face: 'face', back: 'face' })).toEqual(['face', 'back']);
  expect(await errorsOf({ face: { id: 'x' }, name: '' }, image('back', images.png))).toEqual(['name', 'face']);
  expect(await counts()).toEqual(before);
});

test('only callers who may read a submission see its images', async () => {
  await seed('private');
  const uid = await submitForUid(app, 'private', { name: 'A' }, { key: ada, parts: [image('face', images.png)] });
  const { face } = await contentOf('private', uid, ada);
  expect(
    await Promise.all(
      [ada, 'test-administrator-key', bob, undefined].map(
        async (key) => (await bytesOf('private', face.id, key)).statusCode,
      ),
    ),
  ).toEqual([200, 200, 404, 404]);
  for (const [slug, id] of [
    ['faces', face.id],
    ['private', uid],
    ['private', '%00'],
  ] as const)
    expect((await bytesOf(slug, id, ada)).statusCode).toBe(404);
  expect((await bytesOf('private', 'nothing')).json()).toMatchObject({ error_code: 'not_found' });
});

test('a change keeps the images that it names; images that nothing names are deleted', async () => {
  await seed('changing');
  const uid = await submitForUid(
    app,
    'changing',
    { name: 'A' },
    { key: ada, parts: [image('face', images.png), image('back', images.gif)] },
  );
  const { face, back } = await contentOf('changing', uid, ada);
  const change = (data: object, ...parts: readonly SentPart[]) =>
    sendParts(
      app,
      `/forms/changing/submissions/${uid}/`,
      [...parts, ['data', JSON.stringify({ name: 'A', ...data })]],
      { key: ada },
    );
  expect((await change({ face, back: 'back' }, image('back', images.jpeg))).status).toBe(200);
  const after = await contentOf('changing', uid, ada);
  expect(after).toMatchObject({ face, back: { id: expect.not.stringMatching(back.id) } });
  expect([
    (await bytesOf('changing', face.id, ada)).statusCode,
    (await bytesOf('changing', back.id, ada)).statusCode,
  ]).toEqual([200, 404]);
  const other = await submitForUid(app, 'changing', { name: 'B' }, { key: bob, parts: [image('face', images.png)] });
  expect((await change({ face: (await contentOf('changing', other, bob)).face })).body.errors).toMatchObject([
    { field: 'face' },
  ]);
  await changeForm(admin, 'updateForm', { slug: 'changing', isModerated: true });
  expect((await change({ face: null })).status).toBe(200);
  expect((await bytesOf('changing', face.id, ada)).statusCode).toBe(200);
});

test('bytes are deleted with the last submission that refers to them', async () => {
  await seed('passing');
  await submitForUid(
    app,
    'passing',
    { name: 'A' },
    { parts: [image('face', Buffer.concat([images.png, Buffer.from('passing')]))] },
  );
  const rows = await db.rows<{ key: string }>(
    sql`select i.blob_key as key from submission_image i join submission s on s.uid = i.submission_uid where s.form_slug = 'passing'`,
  );
  await changeForm(admin, 'deleteForm', { slug: 'passing' });
  const collect = async () =>
    deleteUnusedBlobs(createContext(services, anonymous, 'test'), new AbortController().signal);
  await collect();
  await db.rows(
    sql`update blob set unreferenced_since = now() - interval '2 days' where unreferenced_since is not null`,
  );
  await collect();
  expect(rows).toHaveLength(1);
  expect(await db.rows(sql`select 1 from blob where key = any(${rows.map(({ key }) => key)}::text[])`)).toEqual([]);
  expect(await readdir(join(config.dataDir, 'files', 'parts'))).toEqual([]);
});
