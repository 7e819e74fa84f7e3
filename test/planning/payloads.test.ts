import { expect, test } from '@jest/globals';
import { execute, parse } from 'graphql';
import { sentBy } from '../support/database/count-round-trips.ts';
import { testApp, wholeSchema } from '../support/app.ts';
import { sql } from '#kernel/sql.ts';
import { seedDataset } from '../support/seed.ts';
import { createContext } from '#server/create-context.ts';
import type { RequestContext } from '#api/context.ts';
import { planAndResolvers, type Question } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

// Jobs would send statements of their own.
const app = await testApp({ WORKER: 'off' }, wholeSchema);
const { schema, byPlan } = await planAndResolvers(app);
const contextFor = (services = app.services) => createContext(services, callers.administrator, 'test');

/** Makes a change by a plan, and lets resolvers answer the same: the change made once, the payload read both ways. */
async function bothWays(ctx: RequestContext, question: Question) {
  const planned = await byPlan(ctx, question);
  return planned === undefined ? undefined : (JSON.parse(planned) as Record<string, unknown>);
}

const resolved = async (ctx: RequestContext, { query, variables = {} }: Question) =>
  execute({
    schema,
    document: typeof query === 'string' ? parse(query) : query,
    variableValues: variables,
    contextValue: ctx,
  });

const title = `mutation ($uid: ID!, $title: JSON!) {
  changed: updateDatasetMetadataField(input: { datasetUid: $uid, template: "default", field: "title", value: $title }) {
    __typename same: dataset { revision title: metadataField(template: "default", field: "title") { value } }
    dataset { uid updatedBy { username } standardMetadata { default { title } } processors { totalCount } }
  }
}`;

test('a payload is read by one statement and equals that of resolvers', async () => {
  const uid = await seedDataset(app.admin);
  expect(await bothWays(contextFor(), { query: title, variables: { uid, title: 'One' } })).toEqual({
    changed: {
      __typename: 'DatasetPayload',
      same: { revision: 2, title: { value: 'One' } },
      dataset: {
        uid,
        updatedBy: { username: 'admin' },
        standardMetadata: { default: { title: 'One' } },
        processors: { totalCount: 0 },
      },
    },
  });
  expect((await resolved(contextFor(), { query: title, variables: { uid, title: 'Two' } })).data).toMatchObject({
    changed: { same: { revision: 3, title: { value: 'Two' } } },
  });
});

const append = `mutation ($uid: ID!, $type: String!) {
  appendProcessor(input: { datasetUid: $uid, type: $type, params: { field: "a", old: "b", new: "c" } }) { processor { uid type params } dataset { revision } }
}`;
const remove =
  'mutation ($uid: ID!, $processor: ID!) { deleteProcessor(input: { datasetUid: $uid, uid: $processor }) { uid dataset { revision } } }';

test('a payload contains rows of parts and plain values', async () => {
  const uid = await seedDataset(app.admin);
  const answer = await bothWays(contextFor(), { query: append, variables: { uid, type: 'string_replace' } });
  expect(answer).toEqual({
    appendProcessor: {
      processor: {
        uid: expect.stringMatching(/^pr_/),
        type: 'string_replace',
        params: { field: 'a', old: 'b', new: 'c' },
      },
      dataset: { revision: 2 },
    },
  });
  const { processor } = answer?.['appendProcessor'] as { processor: { uid: string } };
  expect(await bothWays(contextFor(), { query: remove, variables: { uid, processor: processor.uid } })).toEqual({
    deleteProcessor: { uid: processor.uid, dataset: { revision: 3 } },
  });
});

test('a row of an interface has the fields of its own type', async () => {
  const create =
    'mutation { createStudioPage(input: { title: "One" }) { configuration { __typename slug ... on StudioPageConfiguration { title } rulesets { totalCount } } } }';
  expect(await bothWays(contextFor(), { query: create })).toEqual({
    createStudioPage: {
      configuration: { __typename: 'StudioPageConfiguration', slug: 'one', title: 'One', rulesets: { totalCount: 0 } },
    },
  });
});

test('a mutation whose payload no plan expresses runs once, and resolvers return its result', async () => {
  const uid = await seedDataset(app.admin);
  const ctx = contextFor();
  const refused = { query: append, variables: { uid, type: 'nonsense' } };
  expect(await bothWays(ctx, refused)).toBeUndefined();
  const { errors } = await resolved(ctx, refused);
  expect(
    errors?.map(({ path, originalError }) => ({ path, code: Reflect.get(originalError ?? {}, 'code') as unknown })),
  ).toEqual([{ path: ['appendProcessor'], code: 'INVALID_INPUT' }]);

  const aliased = {
    query: append.replace('uid type params', `${'x'.repeat(70)}: uid`),
    variables: { uid, type: 'string_replace' },
  };
  expect(await bothWays(ctx, aliased)).toBeUndefined();
  expect((await resolved(ctx, aliased)).data).toMatchObject({ appendProcessor: { dataset: { revision: 2 } } });
  expect(
    await app.admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision processors { totalCount } } }', {
      uid,
    }),
  ).toEqual({ dataset: { revision: 2, processors: { totalCount: 1 } } });
});

test('a mutation that was sent before runs once, whether a plan or resolvers answer, or nothing is changed', async () => {
  const uid = await seedDataset(app.admin);
  const byResolvers = append.replace('uid type params', `${'x'.repeat(70)}: uid`);
  // Apollo answers the first request of a document, the others are planned without it.
  for (const revision of [2, 3, 4])
    expect(await app.admin.graph(byResolvers, { uid, type: 'string_replace' })).toMatchObject({
      data: { appendProcessor: { dataset: { revision } } },
    });
  const refused = await app.admin.graph(byResolvers, { uid, type: 'nonsense' });
  expect(refused.errors?.map(({ extensions: { code } }) => code)).toEqual(['INVALID_INPUT']);
  for (const revision of [5, 6, 7])
    expect(await app.admin.graph(title, { uid, title: `Revision ${String(revision)}` })).toMatchObject({
      data: { changed: { same: { revision } } },
    });
  expect(
    await app.admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision processors { totalCount } } }', {
      uid,
    }),
  ).toEqual({ dataset: { revision: 7, processors: { totalCount: 3 } } });
});

const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(await app.services.orm.em.getConnection().getNativeClient(), work)).statements;

test('a payload that the statement of the change reads shows its tables after the change', async () => {
  const uid = await seedDataset(app.admin);
  const deep = title.replace(
    'same: dataset {',
    `nested: dataset {
      versions { totalCount nodes { revision sections createdBy { username } } }
      processors { totalCount }
    }
    same: dataset {`,
  );
  const sent = await statementsOf(async () => {
    const answer = await bothWays(contextFor(), { query: deep, variables: { uid, title: 'One' } });
    expect(answer?.['changed']).toMatchObject({
      nested: {
        versions: {
          totalCount: 2,
          nodes: [{ revision: 2, sections: ['metadata'], createdBy: { username: 'admin' } }, { revision: 1 }],
        },
      },
    });
  });
  expect(sent).toEqual(['with']);
});

test('the statement of the change reads the edge of an appended part, with its position', async () => {
  const uid = await seedDataset(app.admin);
  const query = append.replace('{ processor { uid type params }', '{ edge: processorEdge { cursor node { uid } }');
  let edge: unknown;
  const sent = await statementsOf(async () => {
    const answer = await bothWays(contextFor(), { query, variables: { uid, type: 'string_replace' } });
    edge = answer?.['appendProcessor'];
  });
  expect(sent).toEqual(['with']);
  const list =
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { revision processors { edges { cursor node { uid } } } } }';
  const { dataset } = await app.admin.data(list, { uid });
  expect(edge).toEqual({ edge: dataset.processors.edges[0], dataset: { revision: dataset.revision } });
});

test('a change is made where its payload shows stored JSON of an older form, and resolvers answer', async () => {
  const uid = await seedDataset(app.admin);
  await app.services.db.rows(sql`update dataset set default_security = '{"isDataVisible": true}' where uid = ${uid}`);
  const old = {
    query: title.replace('uid updatedBy', 'defaultSecurity { filterQuery } updatedBy'),
    variables: { uid, title: 'One' },
  };
  const ctx = contextFor();
  expect(await bothWays(ctx, old)).toBeUndefined();
  expect((await resolved(ctx, old)).errors?.[0]?.message).toContain('DatasetSecurity.filterQuery');
  expect(
    await app.services.db.rows(
      sql`select revision, metadata #>> '{default,title,value}' as title from dataset where uid = ${uid}`,
    ),
  ).toEqual([{ revision: 2, title: 'One' }]);
});
