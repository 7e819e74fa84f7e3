import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '../../api/catalog-module.ts';
import { NodeResolver } from '../../api/node/node.resolver.ts';

/** The one graph: every module's types and resolvers. Inputs are checked by their types, and by the services' rules. */
export const buildGraphSchema = (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  buildSchema({ resolvers: [NodeResolver, ...modules.flatMap(({ resolvers }) => resolvers)], validate: false });
