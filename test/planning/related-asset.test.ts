import { expect, test } from '@jest/globals';
import { getOperationAST, isInterfaceType, parse } from 'graphql';
import { sql } from '#kernel/sql.ts';
import { toNodeId } from '#kernel/ids.ts';
import { createContext } from '#server/create-context.ts';
import { createOperationCost } from '#server/graph/operation-cost.ts';
import { testApp } from '../support/app.ts';
import { enableMarketplace } from '../support/portal/relations.ts';
import { catalogSchema } from '../support/worker/catalog-schema.ts';
import { callers, seedCatalog } from './seeded/catalog.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';

const app = await testApp({ WORKER: 'off' });
await seedCatalog(app);
await enableMarketplace(app);
const { agree, byPlan, byResolvers } = await planAndResolvers(app);

const types = ['Asset', 'CatalogDataset', 'CodeEditorPage', 'Dataset', 'StudioPage'];
const selected = `{ __typename uid uses(first: 3) { totalCount nodes { relationType asset { uid } } }
  sources(first: 2, filter: { relationType: [usage, source] }) { totalCount edges { cursor node { relationType } } }
  lineage(direction: uses, depth: 2, limit: 7) { isTruncated hops { depth viaUid } } }`;
const typesOf: Readonly<Record<string, readonly string[]>> = {
  dataset: ['Dataset', 'CatalogDataset', 'Asset'],
  studio_page: ['StudioPage', 'Asset'],
  code_editor_page: ['CodeEditorPage', 'Asset'],
};
const ids = await app.services.db
  .rows<{ uid: string; asset_type: string }>(
    sql`select uid, asset_type from asset order by asset_type = 'dataset', uid limit 40`,
  )
  .then((assets) =>
    assets.flatMap(({ uid, asset_type: type }) => (typesOf[type] ?? ['Asset']).map((of) => toNodeId(of, uid))),
  );

/** The documents that read relations of the types at one place, by a fragment on the type `on`. */
const documents: Readonly<Record<string, (on: string) => string>> = {
  CatalogDataset: (on) => `{ catalog(first: 5) { nodes { ... on ${on} ${selected} } } }`,
  Dataset: (on) => `{ datasets(first: 5) { nodes { ... on ${on} ${selected} } } }`,
  StudioPage: (on) => `{ studioPages { nodes { ... on ${on} ${selected} } } }`,
  CodeEditorPage: (on) => `{ codeEditorPages { nodes { ... on ${on} ${selected} } } }`,
  Asset: (on) =>
    `{ storedAssets(first: 3) { nodes { lineage(direction: sources) { hops { depth asset { ... on ${on} ${selected} } } } } } }`,
};

test('the interface has the five types whose rows are assets', () => {
  const related = catalogSchema.getType('RelatedAsset');
  expect(
    isInterfaceType(related) &&
      catalogSchema
        .getPossibleTypes(related)
        .map(({ name }) => name)
        .sort(),
  ).toEqual(types);
});

test.each(Object.entries(documents))(
  'a fragment on the interface is planned as one on %s, and costs the same',
  async (type, document) => {
    const [byInterface, byType] = [document('RelatedAsset'), document(type)];
    const answers = [];
    for (const caller of Object.values(callers)) {
      expect(await agree(caller, { query: byInterface })).toBe(await agree(caller, { query: byType }));
      const ask = (query: string) => byPlan(createContext(app.services, caller, 'test'), { query });
      const answer = await ask(byInterface);
      expect(answer).toBe(await ask(byType));
      answers.push(answer);
    }
    expect(answers[0]).toBeDefined();
    expect(answers.join()).toMatch(/"hops":\[\{.*"depth":1/);
    expect(costOf(byInterface)).toBe(costOf(byType));
  },
);

test('`nodes` answers one fragment on the interface as a fragment on each type', async () => {
  const query = (on: readonly string[]) =>
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ${on.map((type) => `... on ${type} ${selected}`).join(' ')} } }`;
  const ask = async (on: readonly string[]) => {
    const context = createContext(app.services, callers.administrator, 'test');
    return JSON.parse(
      JSON.stringify(await byResolvers(context, { query: query(on), variables: { ids: ids.slice(0, 100) } })),
    );
  };
  const { data, errors } = await ask(['RelatedAsset']);
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(await ask(types));
  const found: readonly string[] = data.nodes.flatMap((node: { __typename: string } | null) => node?.__typename ?? []);
  expect([...new Set(found)].sort()).toEqual(types);
  for (const type of types) expect(costOf(query(['RelatedAsset']))).toBe(costOf(query([type])));
});

/** What a document costs, its variables without values. */
function costOf(source: string): number {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new TypeError('The document has no operation.');
  return createOperationCost(catalogSchema)(document, operation, { ids: ids.slice(0, 100) });
}
