import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, limitedKeyOf, seedUser } from '#test/support/seed.ts';
import { changeForm, seedForm } from '#test/support/portal/forms.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, unauthenticated } = app;
const accessTypes = ['open', 'authenticated', 'restricted'];
for (const accessType of accessTypes) {
  await seedForm(admin, `${accessType}-a`, { accessType, title: `Survey ${accessType}` });
  await seedForm(admin, `${accessType}-full`, { accessType, submissionsQuota: 0 });
  await changeForm(admin, 'createForm', { slug: `${accessType}-draft`, title: 'Survey draft', accessType });
  await changeForm(admin, 'unpublishForm', {
    slug: await seedForm(admin, `${accessType}-unpublished`, { accessType }),
  });
}
await seedForm(admin, 'open-b', { accessType: 'open', submissionsQuota: 1, isModerated: true });
await seedForm(admin, 'open-c', { accessType: 'open' });

interface Page {
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly slug: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}
const pageOf = async (client: Client, variables: object = {}): Promise<Page> =>
  (
    await client.data(
      `query ($first: Int = 20, $after: String, $last: Int, $before: String, $offset: Int = 0, $search: String) {
        forms(first: $first, after: $after, last: $last, before: $before, offset: $offset, filter: { title: $search }) {
          totalCount edges { cursor node { slug } } pageInfo { hasNextPage hasPreviousPage } } }`,
      variables,
    )
  ).forms;
const slugsIn = ({ edges }: Page) => edges.map(({ node }) => node.slug);
const openSlugs = ['open-a', 'open-b', 'open-c'];

/** Whether a form accepts answers of the caller: wrong answers are refused, the caller is not. */
const accepts = async (client: Client, slug: string): Promise<boolean> =>
  (
    await client.graph('mutation ($input: SubmitFormInput!) { submitForm(input: $input) { isValid } }', {
      input: { formSlug: slug, data: {} },
    })
  ).errors === undefined;

const member = await seedUser(app, 'member');
const clients: Readonly<Record<string, [client: Client, listed: readonly string[]]>> = {
  'no key': [unauthenticated, openSlugs],
  'any key': [member, ['authenticated-a', ...openSlugs]],
  submit_private_form: [
    await seedUser(app, 'insider', { permissions: ['submit_private_form'] }),
    ['authenticated-a', ...openSlugs, 'restricted-a'],
  ],
  'a key without the scope submit_private_form': [
    await seedUser(app, 'narrow', { permissions: ['submit_private_form'], key: ['edit_form'] }),
    ['authenticated-a', ...openSlugs],
  ],
  'a key that is limited to datasets': [
    await limitedKeyOf(app, admin, { datasetUids: [await seedDataset(admin, { metadata: {} })] }),
    openSlugs,
  ],
};

test.each(Object.entries(clients))(
  'with %s, exactly the forms that accept a submission of the caller are listed and counted',
  async (_with, [client, listed]) => {
    const page = await pageOf(client);
    expect([slugsIn(page), page.totalCount]).toEqual([listed, listed.length]);
    const { formConfigurations } = await admin.data('{ formConfigurations(first: 100) { nodes { slug } } }');
    const accepting: string[] = [];
    for (const { slug } of formConfigurations.nodes) if (await accepts(client, slug)) accepting.push(slug);
    expect(accepting).toEqual(listed);
  },
);

test('pages follow each other from both ends, and no cursor leads to a form that is not listed', async () => {
  const first = await pageOf(unauthenticated, { first: 2 });
  expect([slugsIn(first), first.totalCount, first.pageInfo]).toEqual([
    ['open-a', 'open-b'],
    3,
    { hasNextPage: true, hasPreviousPage: false },
  ]);
  const after = await pageOf(unauthenticated, { first: 2, after: first.edges[1]?.cursor });
  expect([slugsIn(after), after.pageInfo.hasNextPage]).toEqual([['open-c'], false]);
  expect(slugsIn(await pageOf(unauthenticated, { last: 2 }))).toEqual(['open-b', 'open-c']);
  expect(slugsIn(await pageOf(unauthenticated, { first: 1, offset: 2 }))).toEqual(['open-c']);
  // the cursor of a restricted form, from a caller who sees it
  const all = await pageOf(admin);
  const hidden = all.edges.find(({ node }) => node.slug === 'authenticated-a');
  const beyond = await pageOf(unauthenticated, { after: hidden?.cursor });
  expect([slugsIn(beyond), beyond.totalCount]).toEqual([openSlugs, 3]);
  expect(slugsIn(await pageOf(unauthenticated, { last: 5, before: hidden?.cursor }))).toEqual([]);
});

test('a search finds the titles of listed forms only', async () => {
  const found = async (client: Client) => slugsIn(await pageOf(client, { search: 'survey' }));
  expect(await found(unauthenticated)).toEqual(['open-a']);
  expect(await found(member)).toEqual(['authenticated-a', 'open-a']);
  await changeForm(admin, 'updateForm', { slug: 'open-a', title: 'Poll' });
  // the draft is renamed, what the portal shows is not
  expect(await found(unauthenticated)).toEqual(['open-a']);
});

test('a form leaves the list with the last submission that its quota allows, and returns when a submission is rejected', async () => {
  const { submitForm } = await unauthenticated.data(
    'mutation { submitForm(input: { formSlug: "open-b", data: { name: "Ada" } }) { submission { uid } } }',
  );
  expect(slugsIn(await pageOf(unauthenticated))).toEqual(['open-a', 'open-c']);
  await admin.data(
    'mutation ($input: RejectSubmissionInput!) { rejectSubmission(input: $input) { submission { status } } }',
    { input: { formSlug: 'open-b', uid: submitForm.submission.uid, reason: 'A test' } },
  );
  expect(slugsIn(await pageOf(unauthenticated))).toEqual(openSlugs);
  await changeForm(admin, 'updateForm', { slug: 'open-c', accessType: 'restricted' });
  expect(slugsIn(await pageOf(unauthenticated))).toEqual(['open-a', 'open-b']);
});
