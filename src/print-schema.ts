// before any type is declared: a bundle keeps no order among static imports
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';

const { catalogModules } = await import('./modules/catalog-modules.ts');
const { buildGraphSchema } = await import('./server/graph/build-graph-schema.ts');

/** Prints the schema of the graph into the named file: `node dist/print-schema.js schema/schema.graphql`. */
const [, , path = 'schema/schema.graphql'] = process.argv;
const schema = await buildGraphSchema(catalogModules);
await writeFile(path, `${printSchema(lexicographicSortSchema(schema))}\n`);
