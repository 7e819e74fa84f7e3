import { expect, test } from '@jest/globals';
import {
  ApolloClient,
  ApolloLink,
  gql,
  InMemoryCache,
  Observable,
  type DocumentNode,
  type TypedDocumentNode,
} from '@apollo/client/core';
import { print } from 'graphql';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { openStream } from '../support/http/event-stream.ts';
import { seedDataset, seedRuleset, seedUser } from '../support/seed.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const { admin } = app;
await seedUser(app, 'ada', { groups: ['ada'] });

/** What a view shows is its test's to say. */
type View = TypedDocumentNode<ReturnType<typeof JSON.parse>, Record<string, unknown>>;

/** An Apollo Client of an editor, which has nothing set up of its own and names every type. */
function editorOf(client: Client) {
  const link = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        client.data(print(query), variables).then(
          (data) => {
            observer.next({ data });
            observer.complete();
          },
          (error: unknown) => {
            observer.error(error);
          },
        );
      }),
  );
  const apollo = new ApolloClient({ link, cache: new InMemoryCache() });
  return {
    query: async (query: View, variables: Record<string, unknown>) => (await apollo.query({ query, variables })).data,
    mutate: (mutation: DocumentNode, input: object) => apollo.mutate({ mutation, variables: { input } }),
    /** What the view still shows of the cache alone; null as soon as a field is missing. */
    cached: (query: View, variables: Record<string, unknown>) => apollo.readQuery({ query, variables }),
  };
}

const facets = 'assetContentConfiguration { id facets { id fieldName disjunctive } recordsSearchBoosts }';
const security = '{ id isDataVisible visibleFields filterQuery apiCallsQuota { unit limit } }';
const view: View = gql`query ($uid: ID!) { dataset(by: { uid: $uid }) {
  id uid datasetId revision canEdit
  standardMetadata {
    id
    default { id title description keyword themeId }
    visualization { id mapBasemap tableFields mapDisabled }
    internal { id draft themeId }
    ${facets}
  }
  title: metadataField(template: "default", field: "title") { id value remoteValue isRemoteValueOverridden }
  processors(first: 100) { totalCount nodes { id uid type label params } }
} }`;
const access: View = gql`query ($uid: ID!) { dataset(by: { uid: $uid }) { id isRestricted
  defaultSecurity ${security}
  userRulesets(first: 100) { nodes { id user { username } permissions security ${security} } }
  groupRulesets(first: 100) { nodes { id group { uid } permissions security ${security} } }
  effectiveAccess(username: "ada") { id isInCatalog dataAccess ${security} grants { id source dataAccess ${security} } }
} }`;
const portal: View = gql`query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { id standardMetadata {
  id default { id title description } visualization { id mapBasemap } ${facets} } } }`;

const metadata = {
  default: { title: { value: 'Rain' }, description: { value: 'Of a year' }, keyword: { value: ['rain'] } },
  visualization: { map_basemap: { value: 'street' } },
  asset_content_configuration: {
    facets: {
      value: [
        { field_name: 'station', disjunctive: true },
        { field_name: 'year', disjunctive: false },
      ],
    },
  },
};
const seed = async () => {
  const datasetUid = await seedDataset(admin, { metadata });
  const { made } = await admin.data(
    'mutation ($input: AppendProcessorInput!) { made: appendProcessor(input: $input) { processor { uid } } }',
    {
      input: { datasetUid, type: 'skip_record', label: 'first', params: { field: 'a' } },
    },
  );
  return { datasetUid, processor: made.processor.uid };
};
const changed = (selection: string) => `dataset { id revision ${selection} }`;
const title = changed(
  'standardMetadata { id default { id title } } title: metadataField(template: "default", field: "title") { id value }',
);

test.each<[what: string, mutation: DocumentNode, input: object, shown: object]>([
  [
    'a field',
    gql`mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { ${title} } }`,
    { template: 'default', field: 'title', value: 'Snow' },
    { title: { value: 'Snow' }, standardMetadata: { default: { title: 'Snow', description: 'Of a year' } } },
  ],
  [
    'a template',
    gql`mutation ($input: ReplaceDatasetMetadataTemplateInput!) { replaceDatasetMetadataTemplate(input: $input) { ${changed('standardMetadata { id visualization { id mapBasemap } }')} } }`,
    { template: 'visualization', fields: { map_basemap: { value: 'satellite' } } },
    { title: { value: 'Rain' }, standardMetadata: { visualization: { mapBasemap: 'satellite' } } },
  ],
  [
    'all metadata',
    gql`mutation ($input: ReplaceDatasetMetadataInput!) { replaceDatasetMetadata(input: $input) { ${changed('standardMetadata { id internal { id draft } }')} } }`,
    { metadata: { ...metadata, internal: { draft: { value: true } } } },
    {
      standardMetadata: {
        internal: { draft: true },
        assetContentConfiguration: { facets: [{ fieldName: 'station' }, { fieldName: 'year' }] },
      },
    },
  ],
  [
    'facets, also in another order,',
    gql`mutation ($input: ReplaceDatasetMetadataTemplateInput!) { replaceDatasetMetadataTemplate(input: $input) { ${changed('standardMetadata { id assetContentConfiguration { id facets { id disjunctive } } }')} } }`,
    {
      template: 'asset_content_configuration',
      fields: {
        facets: {
          value: [
            { field_name: 'year', disjunctive: true },
            { field_name: 'station', disjunctive: true },
          ],
        },
      },
    },
    {
      standardMetadata: {
        assetContentConfiguration: {
          facets: [
            { fieldName: 'year', disjunctive: true },
            { fieldName: 'station', disjunctive: true },
          ],
        },
      },
    },
  ],
])(
  "a change of %s that reads back no more than it changed leaves an editor's view in the cache whole",
  async (_what, mutation, input, shown) => {
    const { datasetUid } = await seed();
    const editor = editorOf(admin);
    const before = await editor.query(view, { uid: datasetUid });
    await editor.mutate(mutation, { datasetUid, ...input });
    expect(editor.cached(view, { uid: datasetUid })).toMatchObject({
      dataset: { ...shown, revision: 3, processors: before.dataset.processors },
    });
  },
);

test.each<[what: string, mutation: DocumentNode, input: (datasetUid: string) => object, shown: object]>([
  [
    'the default security',
    gql`mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { ${changed('defaultSecurity { id filterQuery }')} } }`,
    (uid) => ({ uid, defaultSecurity: { filterQuery: 'year > 2000' } }),
    { defaultSecurity: { isDataVisible: true, visibleFields: null, filterQuery: 'year > 2000' } },
  ],
  [
    "a user's ruleset",
    gql`
      mutation ($input: UpdateUserRulesetInput!) {
        updateUserRuleset(input: $input) {
          userRuleset {
            id
            security {
              id
              isDataVisible
            }
          }
        }
      }
    `,
    (datasetUid) => ({ datasetUid, username: 'ada', security: { isDataVisible: false } }),
    {
      userRulesets: {
        nodes: [
          {
            user: { username: 'ada' },
            permissions: ['edit_dataset'],
            security: { isDataVisible: false, filterQuery: '' },
          },
        ],
      },
    },
  ],
  [
    "a group's ruleset",
    gql`
      mutation ($input: UpdateGroupRulesetInput!) {
        updateGroupRuleset(input: $input) {
          groupRuleset {
            id
            permissions
          }
        }
      }
    `,
    (datasetUid) => ({ datasetUid, groupUid: 'ada', permissions: ['publish_dataset'] }),
    {
      groupRulesets: {
        nodes: [{ group: { uid: 'ada' }, permissions: ['publish_dataset'], security: { isDataVisible: true } }],
      },
    },
  ],
  [
    'what a user gets',
    gql`
      mutation ($input: UpdateDatasetInput!) {
        updateDataset(input: $input) {
          dataset {
            id
            effectiveAccess(username: "ada") {
              id
              dataAccess {
                id
                isDataVisible
              }
              grants {
                id
                source
              }
            }
          }
        }
      }
    `,
    (uid) => ({ uid, isRestricted: true }),
    {
      effectiveAccess: {
        isInCatalog: false,
        dataAccess: { isDataVisible: true, filterQuery: '' },
        grants: [
          { source: 'ruleset', dataAccess: { isDataVisible: true } },
          { source: 'ruleset', dataAccess: { isDataVisible: true } },
        ],
      },
    },
  ],
])(
  'a change of %s that reads back no more than it changed leaves a view of the access whole',
  async (_what, mutation, input, shown) => {
    const datasetUid = await seedDataset(admin);
    await seedRuleset(app, datasetUid, { user: 'ada', permissions: ['edit_dataset'] });
    await seedRuleset(app, datasetUid, { group: 'ada' });
    const editor = editorOf(admin);
    await editor.query(access, { uid: datasetUid });
    await editor.mutate(mutation, input(datasetUid));
    expect(editor.cached(access, { uid: datasetUid })).toMatchObject({ dataset: shown });
  },
);

test('a security has one id for each dataset, user and group, from plans and resolvers alike', async () => {
  const datasetUid = await seedDataset(admin);
  await seedRuleset(app, datasetUid, { user: 'ada' });
  await seedRuleset(app, datasetUid, { group: 'ada' });
  const rulesets = 'nodes { id security { id } }';
  const selection = `{ defaultSecurity { id } userRulesets { ${rulesets} } groupRulesets { ${rulesets} } }`;
  const { dataset } = await admin.data(`query ($uid: ID!) { dataset(by: { uid: $uid }) ${selection} }`, {
    uid: datasetUid,
  });
  const { node } = await admin.data(`query ($id: ID!) { node(id: $id) { ... on Dataset ${selection} } }`, {
    id: Buffer.from(`Dataset:${datasetUid}`).toString('base64url'),
  });
  expect(node).toEqual(dataset);
  const [ofUser, ofGroup] = [dataset.userRulesets.nodes[0], dataset.groupRulesets.nodes[0]];
  expect(new Set([dataset.defaultSecurity.id, ofUser.security.id, ofGroup.security.id]).size).toBe(3);
  const deleted = await admin.data(
    `mutation ($user: DeleteUserRulesetInput!, $group: DeleteGroupRulesetInput!) {
      user: deleteUserRuleset(input: $user) { deletedId } group: deleteGroupRuleset(input: $group) { deletedId } }`,
    { user: { datasetUid, username: 'ada' }, group: { datasetUid, groupUid: 'ada' } },
  );
  expect(deleted).toEqual({ user: { deletedId: ofUser.id }, group: { deletedId: ofGroup.id } });
});

test('a change of a processor shows in the view without reading the stack again', async () => {
  const { datasetUid, processor } = await seed();
  const editor = editorOf(admin);
  await editor.query(view, { uid: datasetUid });
  await editor.mutate(
    gql`mutation ($input: UpdateProcessorInput!) { updateProcessor(input: $input) { processor { id label } ${changed('standardMetadata { id }')} } }`,
    { datasetUid, uid: processor, label: 'second' },
  );
  expect(editor.cached(view, { uid: datasetUid })).toMatchObject({
    dataset: { processors: { nodes: [{ uid: processor, label: 'second', params: { field: 'a' } }] } },
  });
});

test('a publication and the events of its subscription update the view, which stays whole', async () => {
  const { datasetUid } = await seed();
  const editor = editorOf(admin);
  const status: View = gql`
    query ($uid: ID!) {
      dataset(by: { uid: $uid }) {
        id
        status {
          id
          status
          previous
          next
          changedAt
          isPublished
          message
          params
        }
      }
    }
  `;
  const { dataset: before } = await editor.query(status, { uid: datasetUid });
  await editor.mutate(
    gql`
      mutation ($input: PublishDatasetInput!) {
        publishDataset(input: $input) {
          dataset {
            id
            status {
              id
              status
              next
            }
          }
        }
      }
    `,
    { uid: datasetUid },
  );
  expect(editor.cached(status, { uid: datasetUid })).toEqual({
    dataset: { ...before, status: { ...before.status, status: 'queued', next: 'processing' } },
  });
  const stream = await openStream(
    { origin: await app.http.listen({ port: 0, host: '127.0.0.1' }), key: 'test-administrator-key' },
    { query: `subscription { datasetStatus(uid: "${datasetUid}") { id status } }` },
  );
  expect((await stream.next())?.data).toEqual({ data: { datasetStatus: { id: before.status.id, status: 'queued' } } });
  stream.close();
});

test('a draft does not change the cached metadata of the portal, and two datasets share no objects', async () => {
  const [{ datasetUid }, other] = [await seed(), await seed()];
  await app.services.db.rows(
    sql`update dataset set is_published = true, published_metadata = metadata where uid = ${datasetUid}`,
  );
  const editor = editorOf(admin);
  const read = [await editor.query(portal, { uid: datasetUid }), await editor.query(view, { uid: other.datasetUid })];
  await editor.query(view, { uid: datasetUid });
  await editor.mutate(
    gql`mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { ${title} } }`,
    { datasetUid, template: 'default', field: 'title', value: 'Snow' },
  );
  expect([editor.cached(portal, { uid: datasetUid }), editor.cached(view, { uid: other.datasetUid })]).toEqual(read);
});

test('the resolvers answer the ids that plans answer', async () => {
  const { datasetUid } = await seed();
  const selection = '{ id default { id title } visualization { id } internal { id } }';
  const planned = await admin.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) { standardMetadata ${selection} } }`,
    {
      uid: datasetUid,
    },
  );
  const { node } = await admin.data(
    `query ($id: ID!) { node(id: $id) { ... on Dataset { standardMetadata ${selection} } } }`,
    { id: Buffer.from(`Dataset:${datasetUid}`).toString('base64url') },
  );
  expect(node).toEqual(planned.dataset);
  for (const { id } of Object.values<{ id: string }>(node.standardMetadata).filter(
    (part) => typeof part === 'object',
  )) {
    expect((await admin.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
  }
});
