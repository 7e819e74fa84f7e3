import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { socketClient, subscribeBy } from '#test/support/http/socket-client.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';
import { seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const anyone = socketClient(origin);
const moderator = socketClient(origin, { apikey: 'test-administrator-key' });
afterAll(() => Promise.all([anyone.dispose(), moderator.dispose()]));

const catalogChanges = () => subscribeBy(anyone, 'subscription { catalogChanged { kind uid datasetId } }');
const receipts = (formSlug: string) =>
  subscribeBy(moderator, 'subscription ($formSlug: ID!) { submissionReceived(formSlug: $formSlug) { uid } }', {
    formSlug,
  });

const setRestricted = async (uid: string, restricted: boolean) => {
  const { status } = await admin.rest('PUT', `/datasets/${uid}/`, { is_restricted: restricted });
  expect(status).toBe(200);
};
const remove = (uid: string) =>
  admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });

/** Loses the connection that listens for changes. */
async function loseNotifications(): Promise<void> {
  const operator = new pg.Client({ connectionString: app.databaseUrl });
  await operator.connect();
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'catalograph changes'`,
  );
  await operator.end();
}

test('everyone hears what happens to the datasets that everyone sees, and nothing of the others', async () => {
  const [seen, restricted] = [
    await seedCsvDataset(admin, web.serve('/seen.csv', 'n\n1\n')),
    await seedCsvDataset(admin, web.serve('/restricted.csv', 'n\n1\n')),
  ];
  await setRestricted(restricted, true);
  const events = catalogChanges();
  const next = async () => (await events.next()).value?.data?.catalogChanged;
  expect(await next()).toEqual({ kind: 'subscribed', uid: null, datasetId: null });

  await runAndFinish(admin, 'publishDataset', restricted);
  await runAndFinish(admin, 'publishDataset', seen);
  expect(await next()).toEqual({ kind: 'published', uid: seen, datasetId: expect.any(String) });
  await runAndFinish(admin, 'publishDataset', seen);
  expect(await next()).toMatchObject({ kind: 'updated', uid: seen });
  await setRestricted(restricted, false);
  expect(await next()).toMatchObject({ kind: 'published', uid: restricted });
  await setRestricted(restricted, true);
  expect(await next()).toMatchObject({ kind: 'unpublished', uid: restricted });
  await remove(restricted);
  await runAndFinish(admin, 'unpublishDataset', seen);
  expect(await next()).toMatchObject({ kind: 'unpublished', uid: seen });
  await runAndFinish(admin, 'publishDataset', seen);
  expect(await next()).toMatchObject({ kind: 'published', uid: seen });
  await remove(seen);
  expect(await next()).toMatchObject({ kind: 'deleted', uid: seen });
});

test('moderators hear of each submission to a form', async () => {
  const slug = await seedForm(admin, 'followed');
  await seedForm(admin, 'other');
  const events = receipts(slug);
  const next = async () => (await events.next()).value?.data?.submissionReceived;
  expect(await next()).toEqual({ uid: null });
  await seedSubmissions(app, 'other', [{ answers: { name: 'Bob' } }]);
  const uids = await seedSubmissions(app, slug, [{ answers: { name: 'Ada' } }, { answers: { name: 'Eve' } }]);
  for (const uid of uids) expect(await next()).toEqual({ uid });
});

test('submissions are announced to moderators only, and of forms that exist', async () => {
  await seedForm(admin, 'private');
  await seedUser(app, 'editor', { permissions: ['edit_form'] });
  const { createApiKey } = await admin.data('mutation { createApiKey(input: { username: "editor" }) { secret } }');
  const editor = socketClient(origin, { apikey: createApiKey.secret });
  const query = 'subscription { submissionReceived(formSlug: "private") { uid } }';
  const codeFor = async (client: typeof anyone, text: string) =>
    (await subscribeBy(client, text).next()).value.errors?.map(
      ({ extensions }: { extensions?: { code?: string } }) => extensions?.code,
    );
  expect(await codeFor(anyone, query)).toEqual(['UNAUTHORIZED']);
  expect(await codeFor(editor, query)).toEqual(['PERMISSION_DENIED']);
  expect(await codeFor(moderator, query.replace('private', 'nothing'))).toEqual(['NOT_FOUND']);
  await editor.dispose();
});

test('a stream of events ends with an error where events may be lost, and a new one begins', async () => {
  const events = catalogChanges();
  await events.next();
  await loseNotifications();
  expect((await events.next()).value.errors).toMatchObject([{ extensions: { code: 'EVENTS_MISSED' } }]);
  expect((await catalogChanges().next()).value.data.catalogChanged.kind).toBe('subscribed');
});
