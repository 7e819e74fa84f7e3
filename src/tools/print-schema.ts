// `reflect-metadata` must run before any type is declared. A bundle does not keep the order of static imports, so the imports that declare types are dynamic.
import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { lexicographicSortSchema } from 'graphql';
import { printErrorReference, printErrorTypes } from './print-error-reference.ts';
import { printGraphReference } from './print-graph-reference.ts';
import { printSettings } from './print-settings.ts';

const { catalogModules } = await import('#modules/catalog-modules.ts');
const { buildGraphSchema } = await import('#server/graph/graph-schema.ts');
const { printSdl } = await import('#server/graph/graph-schema.ts');
const { printForRest, publicSchemaOf } = await import('#server/graph/public-schema.ts');
const { printDatasourceFragments } = await import('./print-datasource-fragments.ts');

/** Writes the files that `npm run schema` derives from the code: the schema of the graph, what only REST uses of it, the fragments of datasources, the references of the graph, of errors and of settings, and the types of errors. */
const schema = await buildGraphSchema(catalogModules);
await mkdir('docs/reference', { recursive: true });
await writeFile('schema/schema.graphql', `${printSdl(lexicographicSortSchema(publicSchemaOf(schema)))}\n`);
await writeFile('schema/rest.graphql', printForRest(schema));
await writeFile('schema/operations/datasource-fragments.graphql', printDatasourceFragments(schema));
await writeFile('docs/reference/graph.md', printGraphReference(publicSchemaOf(schema)));
await writeFile('docs/reference/errors.md', printErrorReference());
await writeFile('docs/settings.md', printSettings());
await writeFile('schema/errors.d.ts', printErrorTypes());
