// before any type is declared: a bundle keeps no order among static imports
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';

const { catalogModules } = await import('./modules/catalog-modules.ts');
const { buildGraphSchema } = await import('./server/graph/build-graph-schema.ts');
const { printDatasourceFragments } = await import('./print-datasource-fragments.ts');

/** Prints the schema of the graph, and the fragments that follow from it, into a folder: `node dist/print-schema.js schema`. */
const [, , folder = 'schema'] = process.argv;
const schema = await buildGraphSchema(catalogModules);
await writeFile(`${folder}/schema.graphql`, `${printSchema(lexicographicSortSchema(schema))}\n`);
await writeFile(`${folder}/operations/datasource-fragments.graphql`, printDatasourceFragments(schema));
