import { specifiedDirectives, type GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '#api/catalog-module.ts';
import { ErrorCodesResolver } from '#api/errors/error-codes.resolver.ts';
import { NodeResolver } from '#api/node/node.resolver.ts';
import { costDirective, listSizeDirective } from '../cost/cost-directives.ts';
import { reuseStashedResults } from '#api/planning/run-mutation.ts';
import { fail } from '#kernel/fail.ts';
import { declareOneOf } from './declare-one-of.ts';
import { declareCosts } from '../cost/declare-costs.ts';

/** Builds the GraphQL schema from the types and resolvers of every module. The input types and the services validate inputs, not TypeGraphQL. */
export const buildGraphSchema = async (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  declareCosts(
    reuseStashedResults(
      declareOneOf(
        await buildSchema({
          resolvers: [NodeResolver, ErrorCodesResolver, ...modules.flatMap(({ resolvers }) => resolvers)],
          directives: [...specifiedDirectives, costDirective, listSizeDirective],
          validate: false,
          // Apollo Server checks the schema when it starts.
          skipCheck: true,
          pubSub,
        }),
      ),
    ),
  );

/** TypeGraphQL requires a `pubSub`. Our subscriptions do not use it: their events also come from other processes. */
const pubSub = {
  publish: (): never => fail('INTERNAL_ERROR'),
  subscribe: (): never => fail('INTERNAL_ERROR'),
};
