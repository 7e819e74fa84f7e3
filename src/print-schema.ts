import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { catalogModules } from './modules/catalog-modules.ts';
import { buildGraphSchema } from './server/graph/build-graph-schema.ts';

/** Prints the graph's schema into the file that is named: `node dist/print-schema.js schema/schema.graphql`. */
const [, , path = 'schema/schema.graphql'] = process.argv;
const schema = await buildGraphSchema(catalogModules);
await writeFile(path, `${printSchema(lexicographicSortSchema(schema))}\n`);
