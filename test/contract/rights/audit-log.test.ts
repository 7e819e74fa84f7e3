import { expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import { sql } from '#kernel/sql.ts';
import { deleteExpiredEntriesJob } from '#audit/delete-expired-entries.job.ts';
import { anonymous } from '#api/session.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { catalogSchema } from '#test/support/worker/catalog-schema.ts';
import { createFixture, requestAll, settings } from '../fixture/fixture.ts';
import { mutationsOf } from '../requests/input-types.ts';
import { routedOperations } from '../requests/operations.ts';

const app = await testApp({ ...settings, AUDIT_RETENTION_DAYS: '30' });
const {
  admin,
  services: { db },
} = app;

/** Mutations whose result is a record itself, or does not last: they leave neither a version nor an entry. */
const exempt = ['submitForm', 'updateSubmission', 'submitFeedback', 'pushRecords'];

const mutations = Object.values(catalogSchema.getMutationType()?.getFields() ?? {});

/** The number of entries, and the sum of the revisions of all datasets, which a version raises. */
const tracesOf = async () =>
  (
    await db.rows<{ entries: number; revisions: number }>(sql`
      select (select count(*)::int from audit_entry) as entries, (select coalesce(sum(revision), 0)::int from dataset) as revisions`)
  )[0] ?? { entries: 0, revisions: 0 };

const newestEntry = async (client: Client = admin) =>
  (
    await client.data(
      '{ auditEntries(first: 1) { nodes { action objectType objectKey fields username keyUid clientAddress traceId occurredAt } } }',
    )
  ).auditEntries.nodes[0];

const mutate = (name: string, input: object) => {
  const type = mutations.find((field) => field.name === name)?.args[0]?.type;
  if (!type) throw new Error(`There is no mutation ${name}.`);
  return admin.data(`mutation ($input: ${getNamedType(type).name}!) { ${name}(input: $input) { __typename } }`, {
    input,
  });
};

const sections = [{ title: 'You', blocks: [nameBlock] }];
const slug = await seedForm(admin, 'moderated', { accessType: 'open' });
const answers = { name: 'Ada' };
const [approved = '', rejected = '', deleted = '', revised = '', kept = ''] = await seedSubmissions(app, slug, [
  { answers, status: 'pending' },
  { answers, status: 'pending' },
  { answers },
  { answers, revision: { name: 'Ada L.' }, submittedBy: 'admin' },
  { answers, revision: { name: 'Ada L.' }, submittedBy: 'admin' },
]);
const dataset = await seedDataset(admin);
const other = await seedDataset(admin);
const removed = await seedDataset(admin);
await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid: removed });
const relation = { sourceUid: other, useUid: dataset, relationType: 'usage' };
const provider = {
  type: 'SAML',
  name: 'Company',
  loginLink: '/login/company',
  labels: [{ language: 'en', text: 'Sign in' }],
};

const deletedFormUid = async (): Promise<string> =>
  (await admin.data('{ deletedForms(first: 1) { nodes { uid } } }')).deletedForms.nodes[0].uid;

const identityProviderUid = async () => {
  const { identityProviders } = await admin.data('{ identityProviders(first: 1) { nodes { uid } } }');
  return { uid: identityProviders.nodes[0].uid };
};
const identityUid = async () => {
  const { user } = await admin.data('{ user(username: "admin") { identities(first: 1) { nodes { uid } } } }');
  return { uid: user.identities.nodes[0].uid };
};

/** The mutations that no REST operation sends, in an order in which each finds what it needs; `uid` is the key of the object of the previous entry. */
const changes: readonly (readonly [name: string, input: (uid: string) => object | Promise<object>])[] = [
  ['createUser', () => ({ username: 'ada' })],
  ['updateUser', () => ({ username: 'ada', isActive: true })],
  ['createInvitation', () => ({ username: 'ada', language: 'en' })],
  ['withdrawInvitation', () => ({ username: 'ada' })],
  ['createGroup', () => ({ uid: 'readers', title: 'Readers' })],
  ['updateGroup', (uid) => ({ uid, title: 'All readers' })],
  ['addGroupMembers', (uid) => ({ uid, usernames: ['ada'] })],
  ['removeGroupMembers', (uid) => ({ uid, usernames: ['ada'] })],
  ['deleteGroup', (uid) => ({ uid })],
  ['deleteUser', () => ({ username: 'ada' })],
  ['createApiKey', () => ({ label: 'nightly' })],
  ['revokeApiKey', (uid) => ({ uid })],
  ['createIdentityProvider', () => provider],
  ['updateIdentityProvider', (uid) => ({ uid, name: 'The company' })],
  ['linkIdentity', (uid) => ({ username: 'admin', provider: uid, subject: '1001' })],
  ['unlinkIdentity', identityUid],
  ['deleteIdentityProvider', identityProviderUid],
  ['createDatasourceConnection', () => ({ settings: { http: { url: 'https://example.org/' } } })],
  ['testDatasourceConnection', (uid) => ({ uid })],
  ['shareDatasourceConnection', (uid) => ({ uid, usernames: ['admin'] })],
  ['unshareDatasourceConnection', (uid) => ({ uid, usernames: ['admin'] })],
  ['updatePortalSettings', () => ({ isMarketplaceEnabled: true })],
  ['createGlossaryTerm', () => ({ name: 'Aquifer' })],
  ['updateGlossaryTerm', (uid) => ({ uid, description: 'Rock that holds water' })],
  ['deleteGlossaryTerm', (uid) => ({ uid })],
  ['createAsset', () => ({ assetType: 'map', title: 'Wells', url: 'https://example.org/map' })],
  ['updateAsset', (uid) => ({ uid, title: 'All wells' })],
  ['deleteAsset', (uid) => ({ uid })],
  ['createAssetRelation', () => relation],
  ['deleteAssetRelation', () => relation],
  ['createStudioPage', () => ({ title: 'Water' })],
  ['updateStudioPage', (uid) => ({ uid, title: 'Waters' })],
  ['publishPage', (uid) => ({ uid })],
  ['unpublishPage', (uid) => ({ uid })],
  ['replacePageRuleset', (uid) => ({ uid, grantee: { username: 'admin' }, permissions: ['edit_page'] })],
  ['deletePage', (uid) => ({ uid })],
  ['createCodeEditorPage', () => ({ translations: [{ language: 'en', title: 'Air' }] })],
  ['updateCodeEditorPage', (uid) => ({ uid, translations: [{ language: 'en', title: 'The air' }] })],
  ['createForm', () => ({ slug: 'survey', title: 'Survey', sections })],
  ['updateForm', () => ({ slug: 'survey', title: 'A survey' })],
  ['publishForm', () => ({ slug: 'survey' })],
  ['unpublishForm', () => ({ slug: 'survey' })],
  ['deleteForm', () => ({ slug: 'survey' })],
  ['restoreForm', async () => ({ uid: await deletedFormUid() })],
  ['deleteForm', () => ({ slug: 'survey' })],
  ['purgeForm', async () => ({ uid: await deletedFormUid() })],
  ['restoreDataset', () => ({ uid: removed })],
  ['deleteDataset', (uid) => ({ uid })],
  ['purgeDataset', (uid) => ({ uid })],
  ['approveSubmission', () => ({ formSlug: slug, uid: approved, expectedStatus: 'pending' })],
  ['rejectSubmission', () => ({ formSlug: slug, uid: rejected, expectedStatus: 'pending', reason: 'Spam' })],
  ['deleteSubmission', () => ({ formSlug: slug, uid: deleted })],
  ['approveRevision', () => ({ formSlug: slug, uid: revised })],
  ['rejectRevision', () => ({ formSlug: slug, uid: kept })],
];

/** The fields of the input of a mutation that have a value where none is given. */
function defaultsOf(mutation: string): string[] {
  const input = getNamedType(catalogSchema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
  if (!isInputObjectType(input)) throw new Error(`${mutation} takes no input.`);
  return Object.values(input.getFields()).flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : name));
}

test('every change outside of datasets leaves one entry: what, who, with which key, from where', async () => {
  let uid = '';
  for (const [name, inputFor] of changes) {
    const before = await tracesOf();
    const input = await inputFor(uid);
    await mutate(name, input);
    expect([name, (await tracesOf()).entries]).toEqual([name, before.entries + 1]);
    const entry = await newestEntry();
    expect(entry).toEqual({
      action: name,
      objectType: expect.any(String),
      objectKey: expect.any(String),
      fields: [...new Set([...Object.keys(input), ...defaultsOf(name)])].toSorted(
        (one, two) => entry.fields.indexOf(one) - entry.fields.indexOf(two),
      ),
      username: 'admin',
      keyUid: expect.stringMatching(/^ak_/),
      clientAddress: '127.0.0.1',
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      occurredAt: expect.stringMatching(/Z$/),
    });
    uid = entry.objectKey;
  }
  const texts = await db.rows(sql`select * from audit_entry where audit_entry::text like '%Spam%'`);
  expect(texts).toEqual([]);
});

test('an atomic apply, typed metadata and every operation of REST that changes something leave a version or an entry', async () => {
  const before = await tracesOf();
  await mutate('applyDataset', { datasetUid: dataset, isRestricted: true });
  await mutate('updateDatasetMetadata', { datasetUid: dataset, title: 'Rivers', keywords: ['water'] });
  expect((await tracesOf()).revisions).toBe(before.revisions + 2);
  const fixture = await createFixture(app, 'a');
  const untraced: string[] = [];
  await requestAll(app, fixture, (operation) => {
    const [mutation] = mutationsOf(operation);
    if (mutation === undefined || exempt.includes(mutation)) return admin;
    return {
      ...admin,
      restAt:
        (base) =>
        async (...request) => {
          const [found, answer] = [await tracesOf(), await admin.restAt(base)(...request)];
          const { entries, revisions } = await tracesOf();
          if (answer.status !== operation.ok || (entries === found.entries && revisions <= found.revisions))
            untraced.push(`${operation.name} ${answer.status}`);
          return answer;
        },
    };
  });
  expect(untraced).toEqual([]);
});

test('these are all mutations', () => {
  const covered = new Set([
    ...changes.map(([name]) => name),
    ...routedOperations.flatMap(mutationsOf),
    'applyDataset',
    'updateDatasetMetadata',
    // its file comes with the request (test/graphql/portal/portal-settings.test.ts)
    'uploadPortalImage',
    // test/rest/administration/images.test.ts
    'deleteThemeImage',
    // test/graphql/access/own-sessions.test.ts
    'endSession',
    'endOtherSessions',
    // test/graphql/sources/attached-datasets.test.ts
    'attachHarvestedDataset',
    // test/modules/jobs/jobs.test.ts
    'retryJob',
    ...exempt,
  ]);
  expect(mutations.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test('a refused or failed change leaves no entry', async () => {
  const stranger = await seedUser(app, 'stranger');
  const before = await tracesOf();
  const createGroup =
    'mutation { createGroup(input: { uid: "a", title: "A", permissions: [edit_page, edit_page] }) { group { uid } } }';
  expect((await stranger.graph(createGroup)).errors).toBeDefined();
  expect((await admin.graph(createGroup)).errors).toBeDefined();
  expect(await tracesOf()).toEqual(before);
});

test('administrators filter the log by user, action, object and time; others do not read it', async () => {
  const moderator = await seedUser(app, 'moderator', { permissions: ['edit_page'] });
  const since = new Date(Date.now() - 60_000).toISOString();
  await moderator.data('mutation { createGlossaryTerm(input: { name: "Well" }) { __typename } }');
  const { objectKey } = await newestEntry();
  for (const filter of [
    'username: "moderator"',
    `action: "createGlossaryTerm", occurredAt: { from: "${since}" }, username: "moderator"`,
    `objectType: GlossaryTerm, objectKey: "${objectKey}"`,
  ]) {
    const { auditEntries } = await admin.data(
      `{ auditEntries(filter: { ${filter} }) { totalCount nodes { objectKey } } }`,
    );
    expect([filter, auditEntries]).toEqual([filter, { totalCount: 1, nodes: [{ objectKey }] }]);
  }
  expect(
    await admin.data('{ auditEntries(filter: { occurredAt: { until: "2020-01-01T00:00:00Z" } }) { totalCount } }'),
  ).toEqual({
    auditEntries: { totalCount: 0 },
  });
  const timesOf = async (args: string): Promise<string[]> =>
    (await admin.data(`{ auditEntries(first: 1000${args}) { nodes { occurredAt } } }`)).auditEntries.nodes.map(
      ({ occurredAt }: { occurredAt: string }) => occurredAt,
    );
  expect(await timesOf(', orderBy: { field: OCCURRED_AT }')).toEqual((await timesOf('')).toReversed());
  expect((await moderator.graph('{ auditEntries { totalCount } }')).errors).toMatchObject([
    { extensions: { code: 'PERMISSION_DENIED' } },
  ]);
});

test('entries older than AUDIT_RETENTION_DAYS are deleted, in batches', async () => {
  await db.rows(sql`
    insert into audit_entry (uid, at, action, object_type, object_key, fields, trace_id)
    select gen_random_uuid(), now() - interval '31 days', 'old', 'User', 'ada', array[]::text[], '' from generate_series(1, 5001)
    union all select gen_random_uuid(), now() - interval '29 days', 'recent', 'User', 'ada', array[]::text[], ''`);
  const signal = new AbortController().signal;
  await deleteExpiredEntriesJob.run(createContext(app.services, anonymous, ''), {
    id: '',
    data: {},
    attempt: 1,
    traceId: 'test',
    signal,
  });
  expect(await db.rows(sql`select action from audit_entry where action in ('old', 'recent')`)).toEqual([
    { action: 'recent' },
  ]);
});
