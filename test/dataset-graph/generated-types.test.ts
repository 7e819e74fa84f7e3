import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedTowns(app, web);
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });

const document = `query Towns($filter: RecordFilter) {
  records(filter: $filter, orderBy: [{ field: population, direction: DESC }]) {
    nodes { recordId name population area founded tags position { lon lat } }
  }
}`;

/** The settings of docs/clients.md. */
const settings = (schema: string, folder: string) => ({
  schema,
  documents: join(folder, 'towns.graphql'),
  generates: {
    [join(folder, 'towns.ts')]: {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars: { SafeInt: 'number', Date: 'string', DateTime: 'string', GeoShape: 'object', Geometry: 'object' },
      },
    },
  },
});

test('GraphQL Code Generator types rows by the address of a dataset', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'typed-rows-'));
  await writeFile(join(folder, 'towns.graphql'), document);
  await writeFile(join(folder, 'codegen.json'), JSON.stringify(settings(`${origin}/graphql/datasets/${uid}`, folder)));
  const program = 'node_modules/@graphql-codegen/cli/cjs/bin.js';
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--config', join(folder, 'codegen.json')]);
  expect(stdout).not.toContain('[FAILED]');
  const written = await readFile(join(folder, 'towns.ts'), 'utf8');
  await rm(folder, { recursive: true });
  const types = written.replaceAll(/\s+/g, ' ');
  expect(types).toContain(
    'nodes: Array<{ recordId: string, name: string | null, population: number | null, area: number | null, founded: string | null, tags: Array<string> | null, position: { lon: number, lat: number } | null }>',
  );
});
