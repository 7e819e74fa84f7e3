import { expect, test } from '@jest/globals';
import { anonymous, type Session } from '#api/session.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedCodeEditorPage, seedStudioPage } from '../support/portal/pages.ts';
import { seedRuleset, seedUser } from '../support/seed.ts';
import { countStatements } from './support/count-statements.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp();
const { agree, byPlan, byResolvers } = await planAndResolvers(app);

const uids: string[] = [];
for (let index = 0; index < 25; index += 1)
  uids.push(
    await seedPublished(app, `set-${String(index)}`, {
      described: {
        title: `Rivers ${String(index)}`,
        keyword: [`k${String(index % 3)}`],
        publisher: `p${String(index % 2)}`,
      },
    }),
  );
await seedUser(app, 'reader');
await seedRuleset(app, uids[0] ?? '', { user: 'reader', permissions: ['explore_restricted_dataset'] });
const reader: Session = { ...anonymous, username: 'reader' };

const searchPage = (first: number, query: string) => `{
  catalog(first: ${String(first)}, query: "${query}", refine: [{ field: "publisher", value: "p1" }]) {
  totalCount pageInfo { hasNextPage endCursor }
  facets(facets: [{ field: "theme" }, { field: "keyword" }, { field: "publisher" }, { field: "modified" }, { field: "features" }]) { name values { value label count state } }
  edges { score highlights { path text } node { datasetId title description keywords themes publisher license modifiedAt features } }
} }`;

/** The number of statements that a search takes. */
async function statementsOf(session: Session, query: string): Promise<number> {
  const { services, counted } = countStatements(app.services);
  const { errors } = await byResolvers(createContext(services, session, 'test'), { query });
  expect(errors).toBeUndefined();
  return counted();
}

test('a search page of cards, five facets and the total takes a fixed number of statements, however many cards there are', async () => {
  // the catalog changed since the last search: what facets count is read, and what the reader sees of other entries
  await statementsOf(reader, searchPage(2, ''));
  const parts = ['revision of the catalog', 'words that are near', 'page', 'cards', 'entries with the words'];
  for (const [first, misspelt] of [
    [1, 'rivets'],
    [5, 'rivens'],
    [20, 'rivels'],
  ] as const) {
    expect(await statementsOf(reader, searchPage(first, `${misspelt} 1`))).toBe(parts.length);
    expect(await statementsOf(reader, searchPage(first, ''))).toBe(3);
  }
});

test('spellings, suggestions and removals take a fixed number of statements, and none where a dataset has the words', async () => {
  const query = (words: string, parts: string) => `{ catalog(first: 20, query: "${words}") { ${parts} } }`;
  const cards = 'edges { node { title } } totalCount';
  const [page, entries, near, card] = [['page'], ['entries with the words'], ['words that are near'], ['cards']];
  const revision = ['revision of the catalog'];
  const count = async (words: string, parts: string, expected: readonly (readonly string[])[]) => {
    expect([words, await statementsOf(anonymous, query(words, parts))]).toEqual([words, expected.flat().length]);
  };
  await count('rive', cards, [revision, page, entries, card]);
  // a short last word that no dataset has
  const relaxed = [near, ['whether a dataset has the words'], page, entries];
  await count('rivrs', cards, [revision, page, entries, ...relaxed, card]);
  await count('p', `removals { value } ${cards}`, [revision, page, entries, card]);
  await count('rvers', `suggestion ${cards}`, [
    ...[revision, page, entries, ...relaxed, card],
    ...[['whether one has them as they are written'], ['matches']],
  ]);
  await count('riverz', `suggestion edges { isApproximate node { title } } totalCount`, [
    ...[revision, near, page, entries, card, ['those as written']],
    ...[['whether one has them as they are written'], ['matches']],
  ]);
  await count('rivers xylophones', `removals { value } ${cards}`, [revision, near, page, entries, ['removals']]);
});

test('what everyone finds is remembered until the catalog changes', async () => {
  const query = searchPage(20, 'rivers');
  const parts = ['revision of the catalog', 'words that are near', 'page', 'cards', 'entries with the words'];
  const remembered = ['revision of the catalog', 'cards'];
  expect(await statementsOf(anonymous, query)).toBe(parts.length);
  expect(await statementsOf(anonymous, query)).toBe(remembered.length);
  const total = async () => (await app.unauthenticated.data(query)).catalog.totalCount;
  const before = await total();
  await app.admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid: uids[1], isRestricted: true },
  });
  expect(await total()).toBe(before - 1);
});

test('a field that is hidden is not found any more, though the search was remembered', async () => {
  const uid = await seedPublished(app, 'fields', {
    described: { title: 'Bridges' },
    fields: [{ name: 'span' }, { name: 'cost' }],
    defaultSecurity: { visibleFields: ['span'] },
  });
  const found = async () =>
    (await app.unauthenticated.data('{ catalog(query: "bridges span") { totalCount } }')).catalog.totalCount;
  expect([await found(), await found()]).toEqual([1, 1]);
  await app.admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, defaultSecurity: { visibleFields: ['cost'] } },
  });
  expect(await found()).toBe(0);
});

test.each(['studioPages', 'codeEditorPages', 'pageConfigurations', 'forms', 'formConfigurations'])(
  'a search of %s by title is one statement, as by resolvers, and one plan whatever the words',
  async (list) => {
    const title = 'Qualité de l’eau';
    await seedStudioPage(app.admin, { title, isRestricted: true });
    await seedCodeEditorPage(app.admin, { titles: { fr: title } });
    await seedForm(app.admin, `form-of-${list.toLowerCase()}`, { title });
    const query = `query ($search: String, $after: String) { ${list}(filter: { title: $search }, after: $after, first: 2) {
      totalCount pageInfo { hasNextPage endCursor } nodes { slug } } }`;
    for (const session of [callers.administrator, callers.reader]) {
      const { services, prepared } = countStatements(app.services);
      for (const search of ['qualite eau', 'EAU', '', '%', 'none'])
        for (const variables of [{ search }, { search, after: null }, { search: null }])
          expect(await agree(session, { query, variables })).toBe('planned');
      for (const search of ['qualite', 'eau'])
        await byPlan(createContext(services, session, 'test'), { query, variables: { search } });
      expect(prepared).toHaveLength(2);
      expect(prepared[0]?.text).toBe(prepared[1]?.text);
      expect(await agree(session, { query, variables: { search: 'x'.repeat(201) } })).toBe('refused');
    }
  },
);
