import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { datasetGraphOf } from '#test/support/http/dataset-graph.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedTowns(app, web);
const towns = datasetGraphOf(app, uid);

/** Numbers from 0 to 1 that a seed determines. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Condition {
  readonly typed: string;
  readonly generic: object;
}

const number = (field: string, value: number): Condition[] => [
  { typed: `${field}: { gt: ${value} }`, generic: { field, number: { greaterThan: value } } },
  { typed: `${field}: { lte: ${value} }`, generic: { field, number: { atMost: value } } },
  { typed: `${field}: { ne: ${value} }`, generic: { field, number: { notEquals: value } } },
  { typed: `${field}: { isNull: true }`, generic: { field, isNull: true } },
];
const conditions: readonly Condition[] = [
  ...number('population', 203_000),
  ...number('area', 51.6),
  { typed: 'name: { startsWith: "B" }', generic: { field: 'name', text: { startsWith: 'B' } } },
  { typed: 'country: { in: ["FR", "EC"] }', generic: { field: 'country', text: { in: ['FR', 'EC'] } } },
  { typed: 'tags: { eq: "river" }', generic: { field: 'tags', text: { equals: 'river' } } },
  { typed: 'matches: "paris"', generic: { matches: 'paris' } },
  { typed: 'founded: { lt: "1790" }', generic: { field: 'founded', date: { before: '1790' } } },
  { typed: 'updated: { gte: "2024-02" }', generic: { field: 'updated', date: { notBefore: '2024-02' } } },
  {
    typed: 'position: { inBox: { south: 46, west: 2, north: 49, east: 7 } }',
    generic: { field: 'position', geo: { inBox: { south: 46, west: 2, north: 49, east: 7 } } },
  },
];

/** The fields as they are selected, and how a value of the main graph is then written. */
const fields: readonly (readonly [name: string, typed: string])[] = [
  ...['name', 'country', 'population', 'area', 'founded', 'updated', 'tags', 'path'].map(
    (name) => [name, name] as const,
  ),
  ['position', 'position { lon lat }'],
];

test('random queries of the typed graph have the answers of the main graph', async () => {
  const random = randomOf(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const condition = (level: number): Condition => {
    const kind = level > 2 ? 1 : random();
    if (kind > 0.6) return pick(conditions);
    const parts = [condition(level + 1), condition(level + 1)];
    if (kind < 0.2) return { typed: `not: { ${parts[0]?.typed} }`, generic: { none: [parts[0]?.generic] } };
    const [typed, generic] = kind < 0.4 ? ['and', 'all'] : ['or', 'any'];
    return {
      typed: `${typed}: [${parts.map((part) => `{ ${part.typed} }`).join(', ')}]`,
      generic: { [generic]: parts.map((part) => part.generic) },
    };
  };
  for (let round = 0; round < 120; round += 1) {
    const filter = random() > 0.2 ? condition(0) : undefined;
    const chosen = fields
      .filter(() => random() > 0.5)
      .map(([name, typed]) => ({ name, typed, key: pick([name, `x_${name}`]) }));
    const selected = chosen.length > 0 ? chosen : [{ name: 'name', typed: 'name', key: 'name' }];
    const order =
      random() > 0.5
        ? { field: pick(['name', 'population', 'founded']), direction: random() > 0.5 ? 'DESC' : 'ASC' }
        : undefined;
    const [first, offset] = [Math.floor(random() * 5), Math.floor(random() * 3)];
    const withId = random() > 0.7;
    const args = [
      `first: ${first}, offset: ${offset}`,
      filter && `filter: { ${filter.typed} }`,
      order && `orderBy: [{ field: ${order.field}, direction: ${order.direction} }]`,
    ].filter(Boolean);
    const rows = selected.map(({ key, typed }) => `${key}: ${typed}`).join(' ');
    const query = `{ records(${args.join(', ')}) { totalCount nodes { ${withId ? 'recordId' : ''} ${rows} } pageInfo { endCursor } } }`;
    const [typed, generic] = await Promise.all([
      towns.data(query),
      app.unauthenticated.data(
        `query ($uid: String!, $filter: RecordFilter, $orderBy: [RecordOrder!], $first: Int!, $offset: Int!) {
          catalogDataset(by: { datasetId: $uid }) {
            records(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
              totalCount nodes { recordId values } pageInfo { endCursor }
            }
          }
        }`,
        { uid, filter: filter?.generic, orderBy: order && [order], first, offset },
      ),
    ]);
    const { totalCount, nodes, pageInfo } = generic.catalogDataset.records;
    expect([query, typed.records]).toEqual([
      query,
      {
        totalCount,
        nodes: nodes.map(({ recordId, values }: { recordId: string; values: Record<string, unknown> }) => ({
          ...(withId && { recordId }),
          ...Object.fromEntries(selected.map(({ key, name }) => [key, values[name]])),
        })),
        pageInfo,
      },
    ]);
  }
});
