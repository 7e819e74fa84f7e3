import { expect, test } from '@jest/globals';
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, graphql } from 'graphql';
import { fail } from '#kernel/fail.ts';
import { expectDeclaredCodes, watchMutations } from './worker/mutation-codes.ts';

const schema = watchMutations(
  new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { one: { type: GraphQLInt } } }),
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      fields: {
        loseFile: { type: GraphQLInt, resolve: () => fail('FILE_MISSING'), extensions: { needs: null, fails: [] } },
        findFile: {
          type: GraphQLInt,
          resolve: () => fail('FILE_MISSING'),
          extensions: { needs: null, fails: ['FILE_MISSING'] },
        },
        refuse: { type: GraphQLInt, resolve: () => fail('UNAUTHORIZED'), extensions: { needs: null, fails: [] } },
      },
    }),
  }),
);
const run = (mutation: string) => graphql({ schema, source: `mutation { ${mutation} }` });

test('a test fails once with each code that a mutation answers and does not declare', async () => {
  await Promise.all(['findFile', 'refuse'].map(run));
  expectDeclaredCodes();
  const { errors } = await run('loseFile');
  expect(errors?.[0]?.message).toBe('The file is no longer stored.');
  expect(expectDeclaredCodes).toThrow('loseFile answered FILE_MISSING. Add the code');
  expectDeclaredCodes();
});
