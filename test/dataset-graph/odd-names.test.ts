import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { datasetGraphOf } from '#test/support/http/dataset-graph.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const csv = '2024 total,not,count,key,select,true,recordId,straße\n5,a,1,k,s,t,r,x\n7,b,2,l,s,t,r,y\n';
const uid = await seedCsvDataset(app.admin, web.serve('/odd.csv', csv));
await runAndFinish(app.admin, 'publishDataset', uid);
const graph = datasetGraphOf(app, uid, 'test-administrator-key');
const { catalogDataset } = await app.admin.data(
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name type } } }',
  { uid },
);

test('fields of any name are selected, filtered, ordered and measured by a name that GraphQL can spell', async () => {
  const { __type: type } = await graph.data('{ __type(name: "Record") { fields { name description } } }');
  const names: string[] = type.fields.map(({ name }: { name: string }) => name);
  expect(names.slice(1)).toHaveLength(catalogDataset.schema.length);
  const [, total = '', no = ''] = names;
  const { records } = await graph.data(`{ records(filter: { ${no}: { eq: "b" } }, orderBy: [{ field: ${total} }]) {
    nodes { ${names.filter((name) => name !== 'recordId').join(' ')} as: ${total} }
  } }`);
  expect(Object.values(records.nodes[0]).map(String)).toEqual(['7', 'b', '2', 'l', 's', 't', 'r', 'y', '7']);
  const { __type: group } = await graph.data('{ __type(name: "Group") { fields { name } } }');
  expect(group.fields.map(({ name }: { name: string }) => name)).toEqual([
    ...['key', 'count', total, no, 'count2', 'key2'],
    ...names.slice(5),
  ]);
  expect(
    await graph.data(
      `{ facets(fields: [true_]) { field values { value count } } aggregate { groups { count2 { count } } } }`,
    ),
  ).toEqual({
    facets: [{ field: 'true_', values: [{ value: 't', count: 2 }] }],
    aggregate: { groups: [{ count2: { count: 2 } }] },
  });
});
