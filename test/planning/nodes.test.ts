import { expect, test } from '@jest/globals';
import { isInterfaceType } from 'graphql';
import { rowsQuery } from '#api/reading/select.ts';
import { callerParameters } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { changeForm } from '../support/portal/forms.ts';
import { seedDataset } from '../support/seed.ts';
import { catalogSchema } from '../support/worker/catalog-schema.ts';
import { callers, seedCatalog } from './seeded/catalog.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, unauthenticated } = app;
await seedCatalog(app);
await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', {
  uid: await seedDataset(admin),
});
await changeForm(admin, 'deleteForm', { slug: 'taken-back' });
await admin
  .data(
    `mutation { provider: createIdentityProvider(input: { type: OIDC, name: "Company", loginLink: "/login", labels: [{ language: "en", text: "Sign in" }],
    issuer: "https://login.example.org", audiences: ["catalog"] }) { identityProvider { uid } } }`,
  )
  .then(({ provider }) =>
    admin.data('mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { __typename } }', {
      input: { provider: provider.identityProvider.uid, username: 'editor', subject: '1' },
    }),
  );

await admin
  .data('mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid } } }', {
    input: { name: 'Elsewhere', type: 'ods', settings: { domain: 'data.example.org' } },
  })
  .then(({ createHarvester }) =>
    admin.data(
      'mutation ($input: CreateHarvesterScheduleInput!) { createHarvesterSchedule(input: $input) { __typename } }',
      { input: { harvesterUid: createHarvester.harvester.uid, cronSchedule: '0 3 * * *', timezone: 'Europe/Paris' } },
    ),
  );

await app.services.db.rows(sql`
  insert into sign_in_session (uid, hash, username, created_at, last_seen_at, expires_at)
  values ('ss_000000', 'x', 'admin', now(), now(), now() + interval '1 day')`);

/** The ids of all objects that an administrator may see. */
const idsOf = async (): Promise<readonly string[]> => {
  const { db, registry } = app.services;
  const rows = await Promise.all(
    [...registry.sources.values()].map((source) =>
      db.rows<{ id: string }>(
        rowsQuery(source, { session: callers.administrator, columns: new Set(['id']) }),
        callerParameters(callers.administrator),
      ),
    ),
  );
  return rows.flat().map(({ id }) => id);
};

const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const inHundreds = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / 100) }, (_, page) => ids.slice(page * 100, (page + 1) * 100));

test('`nodes` finds an object of every type that is a node, and `node` the same', async () => {
  const ids = await idsOf();
  const found = new Map<string, string>();
  for (const some of inHundreds(ids)) {
    const { nodes } = await admin.data(query, { ids: some });
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual(some);
    for (const { __typename, id } of nodes) found.set(__typename, id);
  }
  const node = catalogSchema.getType('Node');
  const types = isInterfaceType(node) ? catalogSchema.getPossibleTypes(node).map(({ name }) => name) : [];
  // Records have no table, and jobs are those of the queue.
  expect([...found.keys(), 'Record', 'Job'].sort()).toEqual([...types].sort());
  for (const [__typename, id] of found)
    expect(await admin.data('query ($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
      node: { __typename, id },
    });
});

test('without a key, `nodes` finds only what the portal shows', async () => {
  const shown = new Set<string>();
  for (const some of inHundreds(await idsOf())) {
    const { nodes } = await unauthenticated.data(query, { ids: some });
    for (const each of nodes) if (each) shown.add(each.__typename);
  }
  expect([...shown].sort()).toEqual([
    'AlternativeExport',
    'Asset',
    'Attachment',
    'CatalogDataset',
    'CodeEditorPage',
    'Form',
    'GlossaryTerm',
    'IdentityProvider',
    'StudioPage',
    // anonymous submissions, which their address alone makes known
    'Submission',
    'SubmissionImage',
  ]);
});
