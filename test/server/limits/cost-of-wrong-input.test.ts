import { describe, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import {
  buildSchema,
  type GraphQLEnumType,
  type GraphQLScalarType,
  isEnumType,
  isScalarType,
  parse,
  type GraphQLSchema,
} from 'graphql';
import { createPlanner } from '#api/planning/planner.ts';
import { anonymous } from '#api/session.ts';
import { createContext } from '#server/create-context.ts';
import { createApollo } from '#server/graph/create-apollo.ts';
import { createResultByPlan } from '#server/graph/known-operations.ts';
import { createKnownDocuments, createOperationLimitCheck } from '#server/graph/validate-operation.ts';
import { inputProblems } from '#server/graph/graph-errors.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `wrong_${index}`);
const named = (count: number): object => Object.fromEntries(many(count).map((name) => [name, 1]));

/** A schema that counts how often a leaf is coerced. */
function countingSchema(): { schema: GraphQLSchema; coerced: () => number } {
  const schema = buildSchema(
    'enum Colour { RED BLUE } input Thing { colours: [Colour!] numbers: [Int!] } type Query { things(colours: [Colour!], numbers: [Int!], all: [Thing!]): Int }',
  );
  let count = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isEnumType(type) && type.name === 'Colour') && !(isScalarType(type) && type.name === 'Int')) continue;
    const leaf: GraphQLEnumType | GraphQLScalarType = type;
    const parseValue = leaf.parseValue.bind(leaf);
    leaf.parseValue = (value: unknown) => {
      count += 1;
      return parseValue(value);
    };
  }
  return { schema, coerced: () => count };
}

const query =
  'query ($colours: [Colour!], $numbers: [Int!], $all: [Thing!]) { things(colours: $colours, numbers: $numbers, all: $all) }';
const shapes: [string, (count: number) => object][] = [
  ['wrong words', (count) => ({ colours: many(count) })],
  ['wrong numbers', (count) => ({ numbers: many(count) })],
  ['lists of wrong words', (count) => ({ all: many(count).map((word) => ({ colours: [word] })) })],
];

describe('Wrong values are coerced until the first errors', () => {
  test.each(shapes)('by the planner and by the execution: %s', async (_case, variables) => {
    const answered = async (count: number) => {
      const { schema, coerced } = countingSchema();
      const planner = createPlanner(schema, { sources: new Map(), roots: new Map() });
      const apollo = createApollo({
        schema,
        http: fastify(),
        resultByPlan: createResultByPlan(planner, schema, (error) => ({ message: String(error) })),
        checkOperationLimits: createOperationLimitCheck(schema, true),
        documents: createKnownDocuments(),
        persistedQueries: false,
        introspectionForAll: true,
        report: () => 'trace',
      });
      const { body } = await apollo.executeOperation(
        { query, variables: variables(count) },
        { contextValue: createContext(app.services, anonymous, 'trace') },
      );
      const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
      expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['INVALID_INPUT']));
      return { coerced: coerced(), errors: errors.length };
    };
    const [some, twice] = [await answered(500), await answered(1_000)];
    expect(twice).toEqual(some);
    expect(some.coerced).toBeLessThan(20);
  });

  test.each(shapes)('by REST, wrong values are coerced until the first errors: %s', (_case, variables) => {
    const cost = (count: number) => {
      const { schema, coerced } = countingSchema();
      return {
        problems: Object.keys(inputProblems(schema, parse(query), { ...variables(count) }) ?? {}).length,
        coerced: coerced(),
      };
    };
    expect(cost(1_000)).toEqual(cost(500));
    expect(cost(1_000)).toEqual({ problems: 50, coerced: 50 });
  });
});

describe('What is answered to wrong values does not grow with them', () => {
  const graph = async (document: string, variables: object) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'application/graphql-response+json' },
      payload: { query: document, variables },
    });
    const { errors } = answer.json<{ errors: { extensions: { code: string } }[] }>();
    return {
      status: answer.statusCode,
      codes: [...new Set(errors.map(({ extensions: { code } }) => code))],
      isShort: errors.length <= 6 && answer.body.length < 5_000,
    };
  };
  const refused = { status: 400, codes: ['INVALID_INPUT'], isShort: true };
  const create = 'mutation ($value: CreateDatasetInput!) { createDataset(input: $value) { dataset { uid } } }';
  const key = 'mutation ($value: [Permission!]) { createApiKey(input: { permissions: $value }) { apiKey { uid } } }';
  const page = 'query ($value: Int) { catalog(first: $value) { totalCount } }';
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    ['unknown names', create, named(1_500)],
    ['very many unknown names', create, named(30_000)],
    ['a wrong list', key, many(50_000)],
    ['a very long one', key, many(40_000).map((word) => ({ word }))],
    ['a long text', page, 'x'.repeat(900_000)],
    ['a map of long texts', page, { a: 'x'.repeat(400_000), b: 'y'.repeat(400_000) }],
    ['a long name', create, { ['x'.repeat(900_000)]: 1 }],
    ['the hint of a hint, over and over', key, Array.from({ length: 10 }, () => ' Did you mean'.repeat(5_000))],
    ['a deep list', page, JSON.parse(nested(5_000)) as unknown],
  ])('What is answered to wrong values by GraphQL does not grow with them, for %s', async (_case, document, value) => {
    expect(await graph(document, { value })).toEqual(refused);
  });

  test('by REST, and a hidden dataset is 404 before anything else', async () => {
    const [uid, user] = [await seedDataset(app.admin), await seedUser(app, 'stranger')];
    const bodies = [
      { permissions: many(50_000), user: { username: 'ada' } },
      { permissions: Array.from({ length: 110_000 }, () => 1) },
      named(30_000),
      { user: 'x'.repeat(900_000), ...named(100) },
    ];
    for (const payload of bodies) {
      const ask = (url: string, headers: Record<string, string>) =>
        app.http.inject({ method: 'POST', url: `/api/automation/v1.0${url}`, headers, payload });
      const answer = await ask(`/datasets/${uid}/security/users/`, { authorization: 'Apikey test-administrator-key' });
      expect([
        answer.statusCode,
        answer.json<{ error_code: string }>().error_code,
        answer.body.length < 20_000,
      ]).toEqual([400, 'validation_error', true]);
      for (const where of [uid, 'da_000000']) {
        expect(await user.rest('POST', `/datasets/${where}/security/users/`, payload)).toMatchObject({
          status: 404,
          body: { error_code: 'not_found' },
        });
      }
    }
  });
});
