import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, specifiedRules, validate, NoUnusedFragmentsRule } from 'graphql';
import { testApp } from '../support/app.ts';
import { catalogModules } from '../../src/modules/catalog-modules.ts';
import { writeDocument, type Vocabulary } from './document-writer.ts';
import { graphBothWays } from './graph-both-ways.ts';
import { callers, seedCatalog } from './seeded-catalog.ts';

const app = await testApp();
const uids = await seedCatalog(app);
const { schema, agree } = await graphBothWays(app);

const text = (value: string) => Buffer.from(value).toString('base64url');

/** Cursors of lists, uids of parts, and what is neither. */
async function vocabulary(): Promise<Vocabulary> {
  const { datasets, users, viewer } = await app.admin.data(`{
    datasets(first: 12) { edges { cursor } nodes { resources { nodes { uid } edges { cursor } } processors { nodes { uid } edges { cursor } } versions { nodes { uid } edges { cursor } } } }
    users { edges { cursor } } viewer { keys { edges { cursor } } }
  }`);
  const lists: { nodes?: { uid: string }[]; edges: { cursor: string }[] }[] =
    [datasets, users, viewer.keys, ...datasets.nodes.flatMap(({ resources, processors, versions }: Record<string, object>) => [resources, processors, versions])];
  const parts = lists.slice(3).flatMap(({ nodes = [] }) => nodes.slice(0, 1).map(({ uid }) => uid));
  const cursors = lists.flatMap(({ edges }) => edges.slice(0, 2).map(({ cursor }) => cursor));
  const odd = ['', 'nobody', '"; drop table dataset; --', "'", '$1', 'Zürich 🌳'];
  const everything = [...uids, ...uids, 'set-1', 'admin', 'editors', ...odd];
  return {
    schema,
    rootFields: [...catalogModules.flatMap(({ roots = [] }) => roots.map(({ field }) => field)), 'node'],
    left: new Set(['Resource.guessedExtractors', 'Resource.guessedExtractorParams', 'Resource.preview']),
    values: {
      first: [0, 1, 2, 3, 5, 20, 20, 1000, -1, 1001], offset: [0, 0, 1, 2, 5, 100, -1],
      after: [...cursors, '', 'none', text('["a"]'), text('[1,2]'), text('["2026-01-01 00:00:00+00","a"]')],
      uid: [...everything, ...parts, 'same name.csv'], datasetId: ['set-1', 'set-2', 'set-9', ...everything], username: ['admin', 'editor', 'reader', ...odd],
      name: ['default', 'internal', 'visualization', ...odd], template: ['default', 'asset_content_configuration', ...odd], field: ['title', 'theme_id', 'facets', '__proto__', ...odd],
      id: [...uids.flatMap((uid) => [text(`Dataset:${uid}`), text(`CatalogDataset:${uid}`)]), text('User:reader'), text('Group:editors'), ...parts.flatMap((uid) => [text(`Resource:${uid}`), text(`Processor:${uid}`), text(`DatasetVersion:${uid}`)]), 'none', ...odd],
    },
  };
}

test('a plan answers what the resolvers answer, to every caller', async () => {
  const words = await vocabulary();
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
  const counted = { written: 0, valid: 0, planned: 0, asked: 0 };
  await fc.assert(fc.asyncProperty(fc.gen(), async (g) => {
    const document = writeDocument(g, words);
    counted.written += 1;
    const query = parse(document.query);
    if (validate(schema, query, rules).length > 0) return;
    counted.valid += 1;
    for (const session of Object.values(callers)) {
      counted.asked += 1;
      if (await agree(session, { query: document.query, variables: document.variables })) counted.planned += 1;
    }
  }), { numRuns: 300 });
  console.log(counted);
  expect(counted.valid / counted.written).toBeGreaterThan(0.8);
}, 300_000);
