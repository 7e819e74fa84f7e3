import type { GraphQLSchema } from 'graphql';
import { buildSchema, type NonEmptyArray } from 'type-graphql';
import type { CatalogModule } from '../../api/catalog-module.ts';
import { NodeResolver } from '../../api/node/node.resolver.ts';

/** The one graph: every module's types and resolvers. Inputs are checked by their types, and by the services' rules. */
export const buildGraphSchema = (modules: readonly CatalogModule[]): Promise<GraphQLSchema> => {
  const resolvers: NonEmptyArray<Function> = [NodeResolver, ...modules.flatMap((module) => [...module.resolvers])];
  return buildSchema({ resolvers, validate: false });
};
