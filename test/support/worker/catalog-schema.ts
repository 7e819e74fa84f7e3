import type { GraphQLSchema } from 'graphql';
import { catalogModules } from '#modules/catalog-modules.ts';
import { buildGraphSchema } from '#server/graph/graph-schema.ts';
import { publicSchemaOf } from '#server/graph/public-schema.ts';
import { watchMutations } from './mutation-codes.ts';

/** The schema of the catalog's modules. It has no state, and building it takes most of the start of an application. */
export const catalogSchema = watchMutations(await buildGraphSchema(catalogModules));

/** What clients see of it. */
export const clientSchema = publicSchemaOf(catalogSchema);

/** What clients see of a schema. Applications with the catalog's schema share that of the worker, for which each would take as long as for its routes. */
export const clientSchemaOf = (schema: GraphQLSchema): GraphQLSchema =>
  schema === catalogSchema ? clientSchema : publicSchemaOf(schema);
