import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { sentBy } from '#test/support/database/count-round-trips.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

// Jobs would send statements of their own.
const app = await testApp({ WORKER: 'off' }, wholeSchema);
const pool = await app.services.orm.em.getConnection().getNativeClient();
const datasetUid = await seedDataset(app.admin);
await seedUser(app, 'ada');

/** The types of inputs that are not named after their mutations. */
const inputTypes: Readonly<Record<string, string>> = { deleteResource: 'ResourceActionInput' };

/** Makes a change, and returns its payload and what it sent besides the lookup of the key. */
async function change(mutation: string, input: object, selection = 'dataset { revision }') {
  const type = inputTypes[mutation] ?? `${mutation.replace(/^./, (letter) => letter.toUpperCase())}Input`;
  let payload: Record<string, { uid: string }> = {};
  const sent = await sentBy(pool, async () => {
    const query = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { ${selection} } }`;
    ({ payload } = await app.admin.data(query, { input }));
  });
  return { payload, ...sent };
}

/** Adds a part of the dataset, changes it and deletes it. Returns what was sent each time. */
async function lifeOf(
  part: string,
  verb: string,
  { made, changed }: { readonly made: object; readonly changed: object },
) {
  const field = part.replace(/^./, (letter) => letter.toLowerCase());
  const added = await change(`${verb}${part}`, { datasetUid, ...made }, `${field} { uid }`);
  const uid = added.payload[field]?.uid;
  const updated = await change(`update${part}`, { datasetUid, uid, ...changed });
  const deleted = await change(`delete${part}`, { datasetUid, uid });
  return [added, updated, deleted].map(({ statements, roundTrips }) => ({ roundTrips, sent: statements.join(' ') }));
}

test('a change of metadata takes one statement', async () => {
  const field = { datasetUid, template: 'default', field: 'title', value: 'Trees' };
  const { statements, roundTrips } = await change('updateDatasetMetadataField', field);
  expect({ statements, roundTrips }).toEqual({ statements: ['with'], roundTrips: 1 });
  expect(
    (await change('deleteDatasetMetadataField', { datasetUid, template: 'default', field: 'title' })).statements,
  ).toEqual(['with']);
});

test.each([
  ['appendProcessor', { type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } }, 'processor { label }'],
  [
    'appendFieldConfiguration',
    { label: 'x', configuration: { rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' } } },
    '',
  ],
])('%s takes one statement', async (mutation, input, selection) => {
  const { statements, roundTrips } = await change(
    mutation,
    { datasetUid, ...input },
    `${selection} dataset { revision }`,
  );
  expect({ statements, roundTrips }).toEqual({ statements: ['with'], roundTrips: 1 });
});

test('the creation of a dataset takes four round trips', async () => {
  const { statements, roundTrips } = await change('createDataset', {
    metadata: { default: { title: { value: 'Air' } } },
  });
  expect(statements).toEqual(['begin', 'select', 'insert', 'with', 'insert', 'commit', 'select']);
  expect(roundTrips).toBe(4);
});

test('a change of the properties of a dataset takes four round trips', async () => {
  const { statements, roundTrips } = await change('updateDataset', { uid: datasetUid, isFeedbackEnabled: true });
  expect(statements).toEqual(['begin', 'select', 'select', 'update', 'with', 'commit', 'select']);
  expect(roundTrips).toBe(4);
});

test.each([
  ['Resource', 'create', { made: { type: 'csvfile', title: 'Trees', params: {} }, changed: { title: 'x' } }],
  ['Schedule', 'create', { made: { cronSchedule: '0 0 * * *' }, changed: { cronSchedule: '0 1 * * *' } }],
])('each change of a %s takes four round trips: lock, write, version, payload', async (part, verb, changes) => {
  for (const { roundTrips, sent } of await lifeOf(part, verb, changes)) {
    expect(sent).toMatch(/^begin select select (select )?(insert|update|delete) (update )?with commit select$/);
    expect(roundTrips).toBe(4);
  }
});

test('a change and the deletion of a processor take four round trips', async () => {
  const made = { type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } };
  const [, ...later] = await lifeOf('Processor', 'append', { made, changed: { label: 'x' } });
  for (const { roundTrips, sent } of later) {
    expect(sent).toMatch(/^begin select select select (update|delete) (update )?with commit select$/);
    expect(roundTrips).toBe(4);
  }
});

test('each change of a ruleset takes four round trips, the entry of the catalog included', async () => {
  const changes = [
    await change('createUserRuleset', { datasetUid, user: { username: 'ada' }, permissions: ['edit_dataset'] }),
    await change('updateUserRuleset', { datasetUid, username: 'ada', permissions: [] }),
    await change('deleteUserRuleset', { datasetUid, username: 'ada' }),
  ];
  for (const { statements, roundTrips } of changes) {
    expect(statements.slice(-5).join(' ')).toMatch(/^(insert|update|delete) with with commit select$/);
    expect(roundTrips).toBe(4);
  }
});

test('a change that is refused ends after the lock', async () => {
  const sent = await sentBy(pool, async () => {
    await app.admin.graph('mutation { deleteProcessor(input: { datasetUid: "da_none", uid: "pr_none" }) { uid } }');
  });
  expect(sent.statements).toEqual(['begin', 'select', 'select', 'select', 'rollback']);
});
