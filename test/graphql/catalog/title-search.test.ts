import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { changeForm, seedForm } from '#test/support/portal/forms.ts';
import { publishPage, seedCodeEditorPage, seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
type Caller = typeof admin;
type List = 'studioPages' | 'codeEditorPages' | 'pageConfigurations' | 'forms' | 'formConfigurations';

const titles = {
  water: "Qualité de l'eau à Zürich",
  paths: 'Sentiers — 50% d’ombre_portée',
  greek: 'Η ΟΔΟΣ της ΠΟΛΗΣ',
};

for (const [slug, title] of Object.entries(titles)) {
  await seedStudioPage(admin, { slug, title });
  await seedCodeEditorPage(admin, { slug, titles: { en: `Page of ${slug}`, fr: title } });
  await seedForm(admin, slug, { title });
}

const document = (list: List) =>
  `query ($search: String, $first: Int = 20, $offset: Int = 0, $after: String) {
    ${list}(filter: { title: $search }, first: $first, offset: $offset, after: $after) { totalCount nodes { slug } edges { cursor } } }`;

/** The slugs that a search finds, and their total. */
async function find(list: List, search: string | null, client: Caller = admin) {
  const { nodes, totalCount } = (await client.data(document(list), { search }))[list];
  const slugs: readonly string[] = nodes.map(({ slug }: { slug: string }) => slug);
  expect(totalCount).toBe(slugs.length);
  return slugs;
}

const all = Object.keys(titles).sort();
const lists: readonly List[] = ['studioPages', 'codeEditorPages', 'forms', 'formConfigurations'];

test.each(lists)(
  '%s: a search finds the titles that have all words, in any order, case and accents aside',
  async (list) => {
    for (const search of ['qualité de l eau', 'QUALITE', 'zurich eau', 'Zu\u0308rich', 'EAU, de-l’', 'l'])
      expect({ search, found: await find(list, search) }).toEqual({ search, found: ['water'] });
    for (const search of ['οδος πολης', 'ΠΌΛΗΣ', 'οδοσ'])
      expect({ search, found: await find(list, search) }).toEqual({ search, found: ['greek'] });
    expect(await find(list, 'eau sentiers')).toEqual([]);
  },
);

test.each(lists)('%s: the last word may be incomplete, the others not', async (list) => {
  expect(await find(list, 'qualite zur')).toEqual(['water']);
  expect(await find(list, 'zur qualite')).toEqual([]);
  expect(await find(list, 'urich')).toEqual([]);
});

test.each(lists)('%s: no character of a search is special', async (list) => {
  for (const search of ['50%', 'ombre_portée', "d'ombre", '50 portee'])
    expect({ search, found: await find(list, search) }).toEqual({ search, found: ['paths'] });
  expect(await find(list, '5%e')).toEqual([]);
  for (const search of [null, '', ' ', '%', '_', '\\', "'--", '🌳'])
    expect({ search, found: (await find(list, search)).toSorted() }).toEqual({ search, found: all });
});

test.each(lists)('%s: a search is limited to 200 characters and 20 words', async (list) => {
  const refused = async (search: string) =>
    (await admin.graph(document(list), { search })).errors?.map(({ extensions: { code, fields } }) => [
      code,
      fields && Object.keys(fields),
    ]);
  expect(await find(list, 'x'.repeat(200))).toEqual([]);
  expect(await find(list, 'x '.repeat(20))).toEqual([]);
  for (const search of ['x'.repeat(201), 'x '.repeat(21)])
    expect(await refused(search)).toEqual([['INVALID_INPUT', ['filter.title']]]);
});

test('a page of a search continues after a cursor, and after skipped items', async () => {
  const slugs = ['long-a', 'long-b', 'long-c'];
  for (const slug of slugs) await seedStudioPage(admin, { slug, title: `Longue ${slug}` });
  const page = async (args: object) =>
    (await unauthenticated.data(document('studioPages'), { search: 'longue', ...args })).studioPages;
  const first = await page({ first: 1 });
  expect(first).toMatchObject({ totalCount: 3, nodes: [{ slug: 'long-a' }] });
  const rest = { totalCount: 3, nodes: [{ slug: 'long-b' }, { slug: 'long-c' }] };
  expect(await page({ after: first.edges[0].cursor })).toMatchObject(rest);
  expect(await page({ offset: 1 })).toMatchObject(rest);
});

test('a code editor page is found by the words of one language, not of several together', async () => {
  expect(await find('codeEditorPages', 'page water')).toEqual(['water']);
  expect(await find('codeEditorPages', 'page eau')).toEqual([]);
  // a page of each kind
  expect(await find('pageConfigurations', 'qualite eau')).toEqual(['water', 'water']);
  expect(await find('pageConfigurations', 'page water')).toEqual(['water']);
});

test('a search finds no page, and counts none, that the caller does not see', async () => {
  const reader = await seedUser(app, 'reader');
  const uids = [
    await seedStudioPage(admin, { slug: 'hidden', title: 'Secret plan', isRestricted: true }),
    await seedCodeEditorPage(admin, { slug: 'hidden', titles: { en: 'Secret plan' }, isRestricted: true }),
  ];
  await seedStudioPage(admin, { slug: 'draft', title: 'Secret draft' }, { isPublished: false });
  const found = async (client: Caller) => ({
    studio: await find('studioPages', 'secret', client),
    code: await find('codeEditorPages', 'secret', client),
  });
  for (const client of [unauthenticated, reader]) expect(await found(client)).toEqual({ studio: [], code: [] });
  expect(await found(admin)).toEqual({ studio: ['hidden'], code: ['hidden'] });
  expect(await find('pageConfigurations', 'secret', reader)).toEqual([]);
  for (const uid of uids)
    await admin.data(replacePageRuleset, {
      input: { uid, grantee: { username: 'reader' }, permissions: ['explore_restricted_page'] },
    });
  expect(await found(reader)).toEqual({ studio: ['hidden'], code: ['hidden'] });
  expect(await find('pageConfigurations', 'secret', reader)).toEqual([]);
  expect(await find('pageConfigurations', 'secret')).toEqual(['draft', 'hidden', 'hidden']);
});

test('readers find a page by its published title, editors by that of the draft', async () => {
  const uid = await seedStudioPage(admin, { slug: 'renamed', title: 'Formerly' });
  await admin.data(
    'mutation ($input: UpdateStudioPageInput!) { updateStudioPage(input: $input) { configuration { uid } } }',
    {
      input: { uid, title: 'Nowadays' },
    },
  );
  expect([await find('studioPages', 'formerly'), await find('studioPages', 'nowadays')]).toEqual([['renamed'], []]);
  expect([await find('pageConfigurations', 'formerly'), await find('pageConfigurations', 'nowadays')]).toEqual([
    [],
    ['renamed'],
  ]);
  await admin.data(publishPage, { input: { uid } });
  expect(await find('studioPages', 'nowadays', unauthenticated)).toEqual(['renamed']);
});

test('a search finds only the forms that the caller may change', async () => {
  const creator = await seedUser(app, 'creator', { permissions: ['edit_form'] });
  await changeForm(creator, 'createForm', { slug: 'own', title: 'Eau potable', sections: [] });
  await app.services.db.rows(sql`update user_account set permissions = '{}' where username = 'creator'`);
  expect(await find('formConfigurations', 'eau', creator)).toEqual(['own']);
  expect(await find('formConfigurations', 'eau')).toEqual(['own', 'water']);
});
