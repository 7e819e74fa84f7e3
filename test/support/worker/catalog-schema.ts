import { catalogModules } from '#modules/catalog-modules.ts';
import { buildGraphSchema } from '#server/graph/graph-schema.ts';

/** The schema of the catalog's modules. It has no state, and building it takes most of the start of an application. */
export const catalogSchema = await buildGraphSchema(catalogModules);
