import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { restApis } from '../../../src/rest/rest-apis.ts';
import { testApp } from '../../support/app.ts';

const { http } = await testApp();
const address = await http.listen({ port: 0, host: '127.0.0.1' });
const folder = await mkdtemp(join(tmpdir(), 'catalograph-clients-'));
const run = async (program: string, ...parameters: string[]): Promise<string> => {
  const started = promisify(execFile)(process.execPath, [resolve('node_modules', program), ...parameters], {
    cwd: folder,
  });
  const { stdout } = await started.catch((error: unknown) => {
    // what a compiler finds, it writes to its output
    throw new Error(typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : '', {
      cause: error,
    });
  });
  return stdout;
};

/** Both generators, once for all descriptions: starting each of them costs more than what it makes. */
const generator = `
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
for (const name of process.argv.slice(2)) {
  await writeFile('types/' + name + '.ts', astToString(await openapiTypescript(JSON.parse(await readFile(name + '.json', 'utf8')))));
  await createClient({ input: name + '.json', output: 'sdk/' + name, logs: { level: 'silent' } });
}
`;

/** A program of both kinds of clients: what it writes and what it reads is checked by its compiler. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './types/automation.js';
import type { paths as portalPaths } from './types/portal.js';
import * as automation from './sdk/automation/index.js';
import { client } from './sdk/automation/client.gen.js';
import * as portal from './sdk/portal/index.js';
import { client as portalClient } from './sdk/portal/client.gen.js';
import * as push from './sdk/push/index.js';
import * as downloads from './sdk/catalog/index.js';

const [address = '', key = ''] = process.argv.slice(2);
const metadata = { default: { title: { value: 'Rivers' }, keyword: { value: ['water'] } }, custom: { depth: { value: 12 } } };
const automationBase = address + '/api/automation/v1.0';
const portalBase = address + '/api/portal/v1.0';

const typed = createClient<paths>({ baseUrl: automationBase, headers: { authorization: 'Apikey ' + key } });
const created = await typed.POST('/datasets/', { body: { metadata } });
const uid: string = created.data?.uid ?? '';
const replaced = await typed.PUT('/datasets/{dataset_uid}/metadata/{template_name}/', { params: { path: { dataset_uid: uid, template_name: 'default' } }, body: { title: { value: 'Streams' } } });
const title: unknown = replaced.data?.['title']?.value;
const pages = await createClient<portalPaths>({ baseUrl: portalBase }).GET('/studio_pages/', { params: { query: { limit: 1 } } });

client.setConfig({ baseUrl: automationBase, auth: ({ in: place }) => (place === 'query' ? undefined : 'Apikey ' + key) });
portalClient.setConfig({ baseUrl: portalBase });
const processor = await automation.appendProcessor({ path: { dataset_uid: uid }, body: { type: 'delete_record', field: 'km', value: 'x' } });
const listed = await automation.listDatasets({ query: { limit: 10 } });
const missing = await automation.retrieveDataset({ path: { dataset_uid: 'da_none00' } });
const glossary = await portal.listGlossaryTerms();
console.log(JSON.stringify({
  created: created.response.status, title, pages: pages.data?.total_count, processor: processor.response?.status, listed: listed.data?.results.map((each) => each.uid === uid),
  missing: missing.error?.error_code, glossary: glossary.data?.length, functions: [push, downloads].map((sdk) => Object.keys(sdk).length > 0),
}));
`;

const config = {
  compilerOptions: {
    strict: true,
    target: 'ES2024',
    module: 'NodeNext',
    skipLibCheck: true,
    types: ['node'],
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    outDir: 'made',
    noUncheckedIndexedAccess: true,
  },
  include: ['*.ts', 'types', 'sdk'],
};

beforeAll(async () => {
  await Promise.all([symlink(resolve('node_modules'), join(folder, 'node_modules')), mkdir(join(folder, 'types'))]);
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{"type": "module"}'),
    writeFile(join(folder, 'use.ts'), program),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config)),
  ]);
  await writeFile(join(folder, 'generate.mjs'), generator);
  const names = await Promise.all(
    restApis.map(async ({ base }) => {
      const name = base.split('/').find((part) => !['', 'api'].includes(part)) ?? '';
      await writeFile(join(folder, `${name}.json`), (await http.inject(`${base}/openapi.json`)).body);
      return name;
    }),
  );
  await run(join(folder, 'generate.mjs'), ...names);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('clients of two generators for every description compile, load and call', async () => {
  expect(await run('typescript-7/bin/tsc', '--project', '.')).toBe('');
  expect(JSON.parse(await run(join(folder, 'made/use.js'), address, 'test-administrator-key'))).toEqual({
    created: 201,
    title: 'Streams',
    pages: 0,
    processor: 201,
    listed: [true],
    missing: 'not_found',
    glossary: 0,
    functions: [true, true],
  });
}, 60_000);
