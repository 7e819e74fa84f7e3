import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '../../api/catalog-module.ts';
import { NodeResolver } from '../../api/node/node.resolver.ts';
import { reuseStashedResults } from '../../api/planning/run-mutation.ts';
import { fail } from '../../kernel/fail.ts';

/** The one graph: every module's types and resolvers. Inputs are checked by their types, and by the services' rules. */
export const buildGraphSchema = async (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  reuseStashedResults(
    await buildSchema({
      resolvers: [NodeResolver, ...modules.flatMap(({ resolvers }) => resolvers)],
      validate: false,
      pubSub,
    }),
  );

/** TypeGraphQL asks for one. Every subscription of ours brings its own events, because they come from other processes too. */
const pubSub = {
  publish: (): never => fail('INTERNAL_ERROR'),
  subscribe: (): never => fail('INTERNAL_ERROR'),
};
