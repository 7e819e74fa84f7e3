import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { templates } from '#metadata/standard-templates.ts';
import type { MetadataTemplate } from '#metadata/template.ts';

const { admin } = await testApp();

test('a list of templates continues after a cursor, and shows whether templates accept other fields', async () => {
  const query =
    'query ($after: String) { metadataTemplates(first: 6, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { name isOpen } } } }';
  const { metadataTemplates: first } = await admin.data(query);
  expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, endCursor: first.edges[5].cursor });
  const { metadataTemplates: rest } = await admin.data(query, { after: first.pageInfo.endCursor });
  expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const listed = [...first.edges, ...rest.edges].map(({ node }: { node: object }) => node);
  expect(listed).toEqual([...templates.values()].map(({ name, isOpen }) => ({ name, isOpen })));
  for (const after of ['none', Buffer.from('["none"]').toString('base64url')]) {
    expect((await admin.graph(query, { after })).errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', fields: { after: [expect.any(String)] } } },
    ]);
  }
});

test.each([
  [{ type: 'interop' }, ({ type }: MetadataTemplate) => type === 'interop'],
  [{ isActive: false }, ({ isActive }: MetadataTemplate) => !isActive],
  [{ isActive: true, type: 'basic' }, ({ isActive, type }: MetadataTemplate) => isActive && type === 'basic'],
  [{ isActive: null, type: null }, () => true],
  [null, () => true],
])('the filter %j finds the templates that meet it, counted and from both ends', async (filter, meets) => {
  const query = `query ($filter: MetadataTemplateFilter, $last: Int) {
    metadataTemplates(filter: $filter, first: 100, last: $last) { totalCount nodes { name } } }`;
  const expected = [...templates.values()].filter(meets).map(({ name }) => ({ name }));
  expect((await admin.data(query, { filter })).metadataTemplates).toEqual({
    totalCount: expected.length,
    nodes: expected,
  });
  expect((await admin.data(query, { filter, last: 1 })).metadataTemplates.nodes).toEqual(expected.slice(-1));
});

test('every field of every template fits the page that the wire carries it in', () => {
  expect([...templates.values()].filter(({ fields }) => fields.length > 100)).toEqual([]);
});
