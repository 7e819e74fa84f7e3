import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { compareSchemas, updateChangelog } from './schema-changes.ts';

/**
 * Compares the schema with that of the last release, lists the changes in the changelog, and fails where one breaks clients. Before the first
 * release there is nothing to compare with.
 */
const schemaIn = async (file: string): Promise<GraphQLSchema> => buildSchema(await readFile(file, 'utf8'));

const released = 'schema/released.graphql';
const current = await schemaIn('schema/schema.graphql');
const { changes, breaking } = existsSync(released)
  ? await compareSchemas(await schemaIn(released), current)
  : { changes: [], breaking: [] };
const changelog = await readFile('CHANGELOG.md', 'utf8');
await writeFile('CHANGELOG.md', updateChangelog(changelog, changes));
if (breaking.length > 0) {
  process.stderr.write(`These changes break clients of the last release:
${breaking.map(({ message }) => `- ${message}\n`).join('')}Keep the element and deprecate it with what to use instead; a later release changes or removes it.
`);
  process.exitCode = 1;
}
