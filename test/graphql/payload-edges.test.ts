import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { multipartBody, multipartBoundary } from '../support/http/multipart.ts';
import { enableFeedback, feedbackDataset } from '../support/portal/feedback.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedUser } from '../support/seed.ts';
import { catalogSchema } from '../support/worker/catalog-schema.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
await seedUser(app, 'ada', { groups: ['readers'] });
await seedUser(app, 'grace', { groups: ['writers'] });
await seedForm(admin, 'survey');
await enableFeedback(app);
const datasetUid = await feedbackDataset(app);
const provider: string = (
  await admin.data(
    `mutation { made: createIdentityProvider(input: { type: OIDC, name: "Company", loginLink: "/login", labels: [{ language: "en", text: "Sign in" }],
    issuer: "https://login.example.org", audiences: ["catalog"] }) { identityProvider { uid } } }`,
  )
).made.identityProvider.uid;

const ofDataset = (list: string) => `dataset(by: { uid: "${datasetUid}" }) { list: ${list} }`;
const datasource = { http: { connection: { url: 'https://example.org/' }, relativeUrl: 'a.csv' } };
const edge = '{ cursor node { __typename id } }';

/** The edges of a list, which the selection of a query leads to under the alias `list`. */
async function edgesOf(list: string): Promise<unknown> {
  const data = await admin.data(`{ ${list.replace(/$| \}$/, (end) => ` { edges ${edge} }${end}`)} }`);
  return (data.list ?? Object.values<{ list: { edges: unknown } }>(data)[0]?.list)?.edges;
}

test.each<[mutation: string, field: string, list: string, inputs: readonly [object, object]]>([
  ['createDataset', 'dataset', 'list: datasets', [{ metadata: {} }, { metadata: {} }]],
  ['copyDataset', 'dataset', 'list: datasets', [{ uid: datasetUid }, { uid: datasetUid }]],
  [
    'createResource',
    'resource',
    ofDataset('resources'),
    [
      { datasetUid, type: 'csvfile', title: 'A', datasource },
      { datasetUid, type: 'csvfile', title: 'B', datasource },
    ],
  ],
  [
    'appendProcessor',
    'processor',
    ofDataset('processors'),
    [
      { datasetUid, type: 'skip_record', params: { field: 'a' } },
      { datasetUid, type: 'skip_record', params: { field: 'b' } },
    ],
  ],
  [
    'appendFieldConfiguration',
    'fieldConfiguration',
    ofDataset('fieldConfigurations'),
    [
      { datasetUid, label: '', configuration: { delete: { field: 'a' } } },
      { datasetUid, label: '', configuration: { rename: { fromName: 'b', toName: 'c', fieldLabel: 'C' } } },
    ],
  ],
  [
    'createSchedule',
    'schedule',
    ofDataset('schedules'),
    [
      { datasetUid, cronSchedule: '0 1 * * *' },
      { datasetUid, cronSchedule: '0 2 * * *' },
    ],
  ],
  [
    'createUserRuleset',
    'userRuleset',
    ofDataset('userRulesets'),
    [
      { datasetUid, user: { username: 'ada' } },
      { datasetUid, user: { username: 'grace' } },
    ],
  ],
  [
    'createGroupRuleset',
    'groupRuleset',
    ofDataset('groupRulesets'),
    [
      { datasetUid, group: { uid: 'readers' } },
      { datasetUid, group: { uid: 'writers' } },
    ],
  ],
  [
    'submitFeedback',
    'feedback',
    ofDataset('feedback'),
    [
      { datasetUid, comment: 'Good' },
      { datasetUid, comment: 'Better' },
    ],
  ],
  ['createUser', 'user', 'list: users', [{ username: 'lin' }, { username: 'kim' }]],
  ['createGroup', 'group', 'list: groups', [{ title: 'Two' }, { title: 'One' }]],
  ['createApiKey', 'apiKey', 'viewer { list: keys }', [{ label: 'one' }, { label: 'two' }]],
  ['createGlossaryTerm', 'glossaryTerm', 'list: glossaryTerms', [{ name: 'Snow' }, { name: 'Rain' }]],
  [
    'createForm',
    'configuration',
    'list: formConfigurations',
    [
      { title: 'A', slug: 'a' },
      { title: 'B', slug: 'b' },
    ],
  ],
  ['createStudioPage', 'configuration', 'list: pageConfigurations', [{ title: 'B' }, { title: 'A' }]],
  [
    'createCodeEditorPage',
    'configuration',
    'list: pageConfigurations',
    [{ translations: [{ language: 'en', title: 'D' }] }, { translations: [{ language: 'en', title: 'C' }] }],
  ],
  [
    'createDatasourceConnection',
    'connection',
    'list: datasourceConnections',
    [
      { settings: { http: { url: 'https://example.org/a' } } },
      { settings: { http: { url: 'https://example.org/b' } } },
    ],
  ],
  [
    'createAsset',
    'asset',
    'list: storedAssets',
    [
      { title: 'Map', assetType: 'map', url: 'https://example.org/map' },
      { title: 'Chart', assetType: 'chart', url: 'https://example.org/chart' },
    ],
  ],
  [
    'createIdentityProvider',
    'identityProvider',
    'list: identityProviders',
    [
      { type: 'SAML', name: 'One', loginLink: '/one', labels: [{ language: 'en', text: 'One' }] },
      { type: 'SAML', name: 'Two', loginLink: '/two', labels: [{ language: 'en', text: 'Two' }] },
    ],
  ],
  [
    'submitForm',
    'submission',
    'list: submissions(formSlug: "survey")',
    [
      { formSlug: 'survey', data: { name: 'Ada' } },
      { formSlug: 'survey', data: { name: 'Grace' } },
    ],
  ],
])('%s answers the edge of its %s in %s, from plans and resolvers alike', async (mutation, field, list, inputs) => {
  const input = String(catalogSchema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
  const add = async (added: object, more: string) => {
    const { made } = await admin.data(
      `mutation ($input: ${input}) { made: ${mutation}(input: $input) { object: ${field} { id } edge: ${field}Edge ${edge} ${more} } }`,
      { input: added },
    );
    expect(made.edge.node.id).toBe(made.object.id);
    return made.edge as unknown;
  };
  // A response key that is longer than the name of a column leaves the payload to resolvers.
  const edges = [await add(inputs[0], ''), await add(inputs[1], `${'x'.repeat(70)}: __typename`)];
  expect(await edgesOf(list)).toEqual(expect.arrayContaining(edges));
});

test("the edge of an identity is that of its user's list", async () => {
  const { made } = await admin.data(
    `mutation ($input: LinkIdentityInput!) { made: linkIdentity(input: $input) { edge: externalIdentityEdge ${edge} } }`,
    { input: { provider, username: 'ada', subject: '1' } },
  );
  expect(await edgesOf('user(username: "ada") { list: identities }')).toEqual([made.edge]);
});

test('the edges of the members that a mutation added are those of the list of the group, and cost by their number', async () => {
  const members = `members { list: edges ${edge} }`;
  const change = async (mutation: string, usernames: readonly string[]) =>
    (
      await admin.data(
        `mutation ($input: GroupMembersInput!) { made: ${mutation}(input: $input) { group { ${members} } memberEdges { cursor node { __typename id username groups { nodes { uid } } } } } }`,
        { input: { uid: 'readers', usernames } },
      )
    ).made;
  const added = await change('addGroupMembers', ['grace', 'admin', 'grace']);
  expect(added.memberEdges.map(({ node }: { node: object }) => node)).toMatchObject([
    { username: 'admin', groups: { nodes: [{ uid: 'readers' }] } },
    { username: 'grace', groups: { nodes: [{ uid: 'readers' }, { uid: 'writers' }] } },
  ]);
  const listed: readonly { readonly cursor: string }[] = added.group.members.list;
  expect(listed).toHaveLength(3);
  const cursors = added.memberEdges.map(({ cursor }: { cursor: string }) => cursor);
  expect(listed.filter(({ cursor }) => cursors.includes(cursor))).toMatchObject(
    added.memberEdges.map(({ cursor, node: { id } }: { cursor: string; node: { id: string } }) => ({
      cursor,
      node: { id },
    })),
  );
  expect((await change('removeGroupMembers', ['grace'])).memberEdges).toEqual([]);
  const { errors } = await admin.graph(
    'mutation ($input: GroupMembersInput!) { addGroupMembers(input: $input) { memberEdges { node { groups(first: 1000) { nodes { uid } } } } } }',
    { input: { uid: 'readers', usernames: Array.from({ length: 300 }, () => 'ada') } },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
});

test.each<[mutation: string, field: string, list: string, more?: object]>([
  [
    'createAlternativeExport',
    'alternativeExport',
    ofDataset('alternativeExports'),
    { title: 'A', type: 'uploaded_file' },
  ],
  ['createAttachment', 'attachment', ofDataset('attachments')],
  ['uploadResourceFile', 'file', ofDataset('resourceFiles')],
])('%s answers the edge of its %s in %s', async (mutation, field, list, more = {}) => {
  const input = String(catalogSchema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
  const query = `mutation ($input: ${input}) { made: ${mutation}(input: $input) { edge: ${field}Edge ${edge} } }`;
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      authorization: 'Apikey test-administrator-key',
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
      'apollo-require-preflight': 'true',
    },
    payload: multipartBody([
      ['operations', JSON.stringify({ query, variables: { input: { datasetUid, file: null, ...more } } })],
      ['map', '{"0": ["variables.input.file"]}'],
      ['0', Buffer.from('a;b\n1;2\n'), 'a.csv', 'text/csv'],
    ]),
  });
  expect(await edgesOf(list)).toEqual([answer.json().data.made.edge]);
});

test('the edge after a change has the new position, and is null where the object is', async () => {
  const { term } = await admin.data(
    'mutation { term: createGlossaryTerm(input: { name: "Zone" }) { glossaryTerm { uid } } }',
  );
  const { changed } = await admin.data(
    `mutation ($uid: ID!) { changed: updateGlossaryTerm(input: { uid: $uid, name: "Aquifer" }) { edge: glossaryTermEdge ${edge} } }`,
    { uid: term.glossaryTerm.uid },
  );
  expect(await edgesOf('list: glossaryTerms(first: 1)')).toEqual([changed.edge]);

  const { refused } = await admin.data(
    'mutation { refused: submitForm(input: { formSlug: "survey", data: {} }) { isValid submission { id } submissionEdge { cursor } } }',
  );
  expect(refused).toEqual({ isValid: false, submission: null, submissionEdge: null });
});
