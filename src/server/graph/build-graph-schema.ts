import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '../../api/catalog-module.ts';
import { NodeResolver } from '../../api/node/node.resolver.ts';
import { reuseStashedResults } from '../../api/planning/run-mutation.ts';
import { fail } from '../../kernel/fail.ts';

/** The GraphQL schema: the types and resolvers of every module. Types and the services validate inputs. */
export const buildGraphSchema = async (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  reuseStashedResults(
    await buildSchema({
      resolvers: [NodeResolver, ...modules.flatMap(({ resolvers }) => resolvers)],
      validate: false,
      pubSub,
    }),
  );

/** TypeGraphQL requires one. Our subscriptions provide their own events, because these also come from other processes. */
const pubSub = {
  publish: (): never => fail('INTERNAL_ERROR'),
  subscribe: (): never => fail('INTERNAL_ERROR'),
};
