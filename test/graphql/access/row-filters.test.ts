import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { publishedCities } from '#test/support/datasets/joins.ts';
import { runAndFinish, finishedRestStatus } from '#test/support/datasets/publishing.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

const csv = 'code,name,level\nBE,Bern,1\nGE,Genève,2\nZH,Zürich,\n';
let count = 0;

/** What a form offers a caller of a dataset's names. */
async function offered(uid: string): Promise<(client: Client) => Promise<readonly string[]>> {
  const slug = `options-${++count}`;
  const block = {
    fieldId: 'city',
    type: 'advanced_choice',
    label: 'City',
    advancedChoice: { datasetUid: uid, field: 'name', isMultiple: false },
  };
  await seedForm(admin, slug, { accessType: 'open', isModerated: false, sections: [{ title: '', blocks: [block] }] });
  return async (client) =>
    (await client.data('query ($slug: ID!) { form(slug: $slug) { options(fieldId: "city") } }', { slug })).form.options;
}

const configure = (client: Client, datasetUid: string, configuration: object) =>
  client.data(
    'mutation ($input: AppendFieldConfigurationInput!) { appendFieldConfiguration(input: $input) { dataset { filterWarnings { path field message } } } }',
    { input: { datasetUid, label: '', configuration } },
  );
const warningsFor = async (uid: string) =>
  (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { filterWarnings { path field } } }', { uid }))
    .dataset.filterWarnings;

test('null matches no comparison, but a negated one', async () => {
  const see = async (filterQuery: string) =>
    (await offered(await publishedCities(app, web, { filterQuery }, csv)))(unauthenticated);
  expect(await see('level != 1')).toEqual(['Genève']);
  expect(await see('not level = 1')).toEqual(['Genève', 'Zürich']);
  expect(await see('level is null')).toEqual(['Zürich']);
  expect(await see('name like "gen*"')).toEqual(['Genève']);
});

const filters = ['level != 2', 'not level = 2', 'level is null or name = "Bern"', 'not (level = 2 or name = "Lyon")'];

test.each(filters)(
  'an editor who renames or deletes a field shows no record that %s hid, and is told',
  async (filterQuery) => {
    const retype = filterQuery.includes('null') ? [] : [{ type: { field: 'level', typeParam: 'text' } }];
    const changes = [
      { rename: { fromName: 'level', toName: 'grade', fieldLabel: 'G' } },
      { delete: { field: 'level' } },
      ...retype,
    ];
    // each filter meets one or two of the changes, and each change two of the filters
    const isTried = (at: number) => repetitions > 1 || (at + filters.indexOf(filterQuery)) % 2 === 0;
    for (const change of changes.filter((_change, at) => isTried(at))) {
      const uid = await publishedCities(app, web, { filterQuery }, csv);
      const editor = await seedUser(app, `editor_${++count}`);
      await seedRuleset(app, uid, { user: `editor_${count}`, permissions: ['edit_dataset'] });
      const options = await offered(uid);
      const before = await options(unauthenticated);
      expect(before).not.toContain('Genève');
      expect(await warningsFor(uid)).toEqual([]);
      expect((await configure(editor, uid, change)).appendFieldConfiguration.dataset.filterWarnings).toEqual([
        {
          path: 'defaultSecurity',
          field: 'level',
          message: expect.stringMatching(/^After the next publication: The filter matches no record: .+ level/),
        },
      ]);
      expect(await options(unauthenticated)).toEqual(before);
      expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
        status: 'idle',
        message: expect.stringContaining('defaultSecurity (level)'),
      });
      expect(await options(unauthenticated)).toEqual([]);
      expect(await warningsFor(uid)).toEqual([{ path: 'defaultSecurity', field: 'level' }]);
    }
  },
);

test('who is under several filters loses only what the broken one showed', async () => {
  const uid = await publishedCities(app, web, {}, csv);
  const reader = await seedUser(app, 'reader', { groups: ['readers'] });
  await seedRuleset(app, uid, { user: 'reader', security: { filterQuery: 'gone != 2' } });
  const options = await offered(uid);
  expect(await options(reader)).toEqual([]);
  await seedRuleset(app, uid, { group: 'readers', security: { filterQuery: 'level = 1' } });
  expect(await options(reader)).toEqual(['Bern']);
});

test('saving a filter that matches no record gives a warning, through REST in the status of the next publication', async () => {
  const uid = await publishedCities(app, web, {}, csv);
  await seedUser(app, 'ada', { groups: ['group_of_ada'] });
  const input = { datasetUid: uid, security: { filterQuery: 'gone != 1 and level = "1"' } };
  const { createUserRuleset } = await admin.data(
    'mutation ($input: CreateUserRulesetInput!) { createUserRuleset(input: $input) { dataset { filterWarnings { path field } } } }',
    { input: { ...input, user: { username: 'ada' } } },
  );
  const warnings = [
    { path: 'userRulesets.ada', field: 'gone' },
    { path: 'userRulesets.ada', field: 'level' },
  ];
  expect(createUserRuleset.dataset.filterWarnings).toEqual(warnings);
  expect(
    (
      await admin.rest('POST', `/datasets/${uid}/security/groups/`, {
        group: { uid: 'group_of_ada' },
        security: { filter_query: 'level > 1' },
      })
    ).status,
  ).toBe(201);
  expect(await warningsFor(uid)).toEqual(warnings);
  await admin.rest('POST', `/datasets/${uid}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({
    status: 'idle',
    message:
      'Row filters match no record, because their fields are missing or of another type: userRulesets.ada (gone), userRulesets.ada (level).',
  });
});

test('a filter that was stored before it could be refused matches nothing, and takes no list with it', async () => {
  const uid = await publishedCities(app, web, {}, csv);
  const reader = await seedUser(app, 'earlier');
  await seedRuleset(app, uid, {
    user: 'earlier',
    security: { filterQuery: `not name like "%" or ${Array.from({ length: 300 }, () => 'level = 1').join(' or ')}` },
  });
  expect(await (await offered(uid))(reader)).toEqual([]);
  expect(
    (
      await reader.graph('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { dataAccess { filterQuery } } }', {
        uid,
      })
    ).errors,
  ).toBeUndefined();
});
