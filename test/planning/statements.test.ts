import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '../support/app.ts';
import fc from 'fast-check';
import { parse } from 'graphql';
import { createPlanner } from '#api/planning/planner.ts';
import type { Session } from '#api/session.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createContext } from '#server/create-context.ts';
import { countStatements } from './support/count-statements.ts';
import { planAndResolvers, type Question } from './support/plan-and-resolvers.ts';
import { callers, seedCatalog } from './seeded/catalog.ts';

const app = await testApp({}, wholeSchema);
await seedCatalog(app);
const { schema, byPlan, byResolvers } = await planAndResolvers(app);

/** The texts of the statements of plans for a question. */
async function statementsFor(session: Session, question: Question): Promise<string[]> {
  const { services, prepared } = countStatements(app.services);
  expect(await byPlan(createContext(services, session, 'test'), question)).toBeDefined();
  return prepared.map(({ text }) => text).sort();
}

const wellFormed = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed());

test('no text of a client becomes part of a statement', async () => {
  const ask = (text: string) => ({
    query: `query ($text: String!) {
      dataset(by: { datasetId: ${JSON.stringify(text)} }) { metadataField(template: $text, field: ${JSON.stringify(text)}) { value } resource(uid: ${JSON.stringify(text)}) { uid } }
      catalogDataset(by: { datasetId: $text }) { uid } user(username: ${JSON.stringify(text)}) { username } node(id: ${JSON.stringify(text)}) { id }
    }`,
    variables: { text },
  });
  const expected = await statementsFor(callers.administrator, ask('a'));
  const odd = ['"', "'; drop table dataset; --", '$1', '\\', '${x}', 'a\nb', '*/', '%s'];
  await fc.assert(
    fc.asyncProperty(fc.oneof(wellFormed, fc.constantFrom(...odd)), async (text) => {
      expect(await statementsFor(callers.administrator, ask(text))).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('callers with equal rights share statements, whatever their pages', async () => {
  const document = parse(
    'query ($first: Int!, $after: String) { datasets(first: $first, after: $after) { totalCount nodes { uid canEdit status { next } } pageInfo { endCursor } } }',
  );
  const other: Session = { ...callers.editor, username: 'reader', groups: [] };
  const expected = await statementsFor(callers.editor, { query: document, variables: { first: 1 } });
  expect(await statementsFor(other, { query: document, variables: { first: 7 } })).toEqual(expected);
  const more: Session = { ...callers.editor, permissions: new Set(['edit_dataset']) };
  expect(await statementsFor(more, { query: document, variables: { first: 1 } })).not.toEqual(expected);
});

test('the answer becomes JSON once, not on each of its levels', async () => {
  const query = `{ datasets(first: 2) { nodes { uid status { status } resources { edges { cursor node { uid } } }
    versions { totalCount nodes { createdBy { username } } } } } }`;
  const [text = ''] = await statementsFor(callers.administrator, { query });
  expect(text.match(/(row_to|to)_json|json_(agg|build_object)/g)).toEqual(['to_json']);
});

test('a plan is compiled once and evicted after 2,000 others', async () => {
  let compiled = 0;
  const roots = catalogModules
    .flatMap(({ roots: declared = [] }) => declared)
    .filter(({ field }) => field === 'viewer')
    .map(
      (root) =>
        [
          root.field,
          {
            ...root,
            authorize: () => {
              compiled += 1;
            },
          },
        ] as const,
    );
  const planner = createPlanner(schema, { sources: app.services.registry.sources, roots: new Map(roots) });
  const ask = (query: Question['query']) =>
    byPlan(createContext(app.services, callers.administrator, 'test'), { query }, planner);
  const document = parse('{ viewer { username } }');
  await ask(document);
  await ask(document);
  expect(compiled).toBe(1);
  for (let count = 0; count < 2_000; count += 1) await ask('{ viewer { __typename } }');
  expect(compiled).toBe(2_001);
  await ask(document);
  expect(compiled).toBe(2_002);
});

test('without plans every relation of a level takes one statement, however many rows the level has', async () => {
  const list = (first: number) => `{ datasets(first: ${String(first)}) { nodes {
    uid createdBy { username } updatedBy { username } status { status }
    resources { nodes { title } } processors(first: 2) { nodes { type } } versions(first: 3) { totalCount nodes { createdBy { username } } }
  } } }`;
  const relations = [
    'datasets',
    'createdBy',
    'updatedBy',
    'status',
    'resources',
    'processors',
    'versions',
    'versions.totalCount',
    'versions.createdBy',
  ];
  for (const first of [1, 3, 12]) {
    const { services, counted } = countStatements(app.services);
    const { errors } = await byResolvers(createContext(services, callers.administrator, 'test'), {
      query: list(first),
    });
    expect(errors).toBeUndefined();
    expect(counted()).toBe(relations.length);
  }
});

const nesting = (
  first: number,
) => `{ datasets(first: ${String(first)}) { nodes { uses(first: ${String(first)}) { nodes { asset { title studioPage { dataProviders { nodes { dataset {
  sources(first: ${String(first)}, filter: { relationType: [federation, join] }) { totalCount nodes { asset { dataset { configuration { createdBy { username } } } } } }
} } } } } } } lineage(direction: sources) { isTruncated hops { depth asset { uid codeEditorPage { slug } } } } } } }`;

test('any nesting of relations, pages and datasets takes a fixed number of statements, however many rows there are', async () => {
  const levels = [
    'datasets',
    'uses',
    'asset',
    'studioPage',
    'dataProviders',
    'dataset',
    'sources',
    'sources.totalCount',
    'asset',
    'dataset',
    'configuration',
    'createdBy',
    'lineage',
    'asset',
    'codeEditorPage',
  ];
  for (const first of [5, 8, 12]) {
    const { services, counted } = countStatements(app.services);
    const { errors, data } = await byResolvers(createContext(services, callers.administrator, 'test'), {
      query: nesting(first),
    });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('"createdBy":{"username"');
    // one less where all sources have been uses already
    expect([levels.length - 1, levels.length]).toContain(counted());
    expect(await statementsFor(callers.administrator, { query: nesting(first) })).toHaveLength(1);
  }
});
