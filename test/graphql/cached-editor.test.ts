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
import { sql } from '../../src/kernel/sql.ts';
import { testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { openStream } from '../support/event-stream.ts';
import { seedDataset } from '../support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;

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

const facets = 'assetContentConfiguration { id facets { fieldName disjunctive } recordsSearchBoosts }';
const view: View = gql`query ($uid: ID!) { dataset(uid: $uid) {
  id uid datasetId revision mayEdit
  standardMetadata {
    id
    default { id title description keyword themeId }
    visualization { id mapBasemap tableFields mapDisabled }
    internal { id draft themeId }
    ${facets}
  }
  title: metadataField(template: "default", field: "title") { id value remoteValue overrideRemoteValue }
  processors(first: 100) { totalCount nodes { id uid type label params } }
} }`;
const portal: View = gql`query ($uid: ID!) { catalogDataset(uid: $uid) { id standardMetadata {
  id default { id title description } visualization { id mapBasemap } ${facets} } } }`;

const metadata = {
  default: { title: { value: 'Rain' }, description: { value: 'Of a year' }, keyword: { value: ['rain'] } },
  visualization: { map_basemap: { value: 'street' } },
  asset_content_configuration: { facets: { value: [{ field_name: 'station', disjunctive: true }] } },
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
    gql`mutation ($input: UpdateDatasetMetadataTemplateInput!) { updateDatasetMetadataTemplate(input: $input) { ${changed('standardMetadata { id visualization { id mapBasemap } }')} } }`,
    { template: 'visualization', fields: { map_basemap: { value: 'satellite' } } },
    { title: { value: 'Rain' }, standardMetadata: { visualization: { mapBasemap: 'satellite' } } },
  ],
  [
    'all metadata',
    gql`mutation ($input: UpdateDatasetMetadataInput!) { updateDatasetMetadata(input: $input) { ${changed('standardMetadata { id internal { id draft } }')} } }`,
    { metadata: { ...metadata, internal: { draft: { value: true } } } },
    {
      standardMetadata: {
        internal: { draft: true },
        assetContentConfiguration: { facets: [{ fieldName: 'station' }] },
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

test('an order and what a subscription tells of it show in the view, which stays whole', async () => {
  const { datasetUid } = await seed();
  const editor = editorOf(admin);
  const status: View = gql`
    query ($uid: ID!) {
      dataset(uid: $uid) {
        id
        status {
          id
          status
          previous
          next
          since
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
    { at: await app.http.listen({ port: 0, host: '127.0.0.1' }), key: 'test-administrator-key' },
    { query: `subscription { datasetStatus(uid: "${datasetUid}") { id status } }` },
  );
  expect((await stream.next())?.data).toEqual({ data: { datasetStatus: { id: before.status.id, status: 'queued' } } });
  stream.close();
});

test("what is drafted does not show where the portal's metadata are cached, and two datasets share nothing", async () => {
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
  const planned = await admin.data(`query ($uid: ID!) { dataset(uid: $uid) { standardMetadata ${selection} } }`, {
    uid: datasetUid,
  });
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
