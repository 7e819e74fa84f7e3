import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { restApis } from '#rest/rest-apis.ts';
import { testApp } from '#test/support/app.ts';

const { http } = await testApp();
const address = await http.listen({ port: 0, host: '127.0.0.1' });
const folder = await mkdtemp(join(tmpdir(), 'catalograph-clients-'));
/** `/api/automation/v1.0` → `automation`. */
const nameOf = (base: string): string => base.split('/').find((part) => !['', 'api'].includes(part)) ?? '';
const names = restApis.map(({ base }) => nameOf(base));
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

/** The calls that the programs of both generators make, and what they print. */
const printed = {
  created: 201,
  title: 'Rivers',
  replaced: 'Streams',
  uploaded: ['rivers.csv', 201],
  processor: 201,
  listed: [true],
  missing: ['not_found', 404],
  pages: 0,
  glossary: 0,
  records: ['NotFoundResource', 404],
  datasets: 0,
};

const metadata = `{ default: { title: { value: 'Rivers' }, keyword: { value: ['water'] } }, custom: { depth: { value: 12 } } }`;

/** A program for each generator: the compiler checks what it writes and what it reads. */
const programs = {
  functions: `
import * as automation from './sdk/automation/index.js';
import { client } from './sdk/automation/client.gen.js';
import * as explore from './sdk/explore/index.js';
import { client as exploreClient } from './sdk/explore/client.gen.js';
import * as portal from './sdk/portal/index.js';
import { client as portalClient } from './sdk/portal/client.gen.js';
import * as push from './sdk/push/index.js';
import * as downloads from './sdk/catalog/index.js';

const [address = '', key = ''] = process.argv.slice(2);
client.setConfig({ baseUrl: address + '/api/automation/v1.0', auth: ({ in: place }) => (place === 'query' ? undefined : 'Apikey ' + key) });
exploreClient.setConfig({ baseUrl: address + '/api/explore/v2.1' });
portalClient.setConfig({ baseUrl: address + '/api/portal/v1.0' });

const created = await automation.createDataset({ body: { metadata: ${metadata} } });
const dataset_uid = created.data?.uid ?? '';
const title: string | null | undefined = created.data?.metadata.default?.title?.value;
const replaced = await automation.updateTemplateDatasetMetadata({ path: { dataset_uid, template_name: 'default' }, body: { title: { value: 'Streams' } } });
const uploaded = await automation.uploadResourceFile({ path: { dataset_uid }, body: { file: new File(['river,km'], 'rivers.csv') } });
const processor = await automation.appendProcessor({ path: { dataset_uid }, body: { type: 'skip_record', field: 'km', value_to_skip: 'x' } });
const listed = await automation.listDatasets({ query: { dataset_id: dataset_uid } });
const missing = await automation.retrieveDataset({ path: { dataset_uid: 'da_none00' } });
const pages = await portal.listStudioPages({ query: { limit: 1 } });
const glossary = await portal.listGlossaryTerms();
const records = await explore.listExploreRecords({ path: { dataset_id: dataset_uid } });
const datasets = await explore.listExploreDatasets({ query: { where: ['title = "none"'] } });
const titles: (string | null | undefined)[] | undefined = datasets.data?.results.map(({ metas }) => metas?.default.title);
if ([push, downloads].some((sdk) => Object.keys(sdk).length === 0)) throw new Error('An SDK has no functions.');
console.log(JSON.stringify({
  created: created.response?.status, title, replaced: replaced.data?.['title']?.value, uploaded: [uploaded.data?.uid, uploaded.response?.status],
  processor: processor.response?.status, listed: listed.data?.results.map((each) => each.uid === dataset_uid),
  missing: [missing.error?.error_code, missing.response?.status], pages: pages.data?.total_count, glossary: glossary.data?.length,
  records: [records.error && 'error_code' in records.error && records.error.error_code, records.response?.status], datasets: titles?.length,
}));
`,
  paths: `
import createClient from 'openapi-fetch';
import type { paths } from './types/automation.js';
import type { paths as explorePaths } from './types/explore.js';
import type { paths as portalPaths } from './types/portal.js';

const [address = '', key = ''] = process.argv.slice(2);
const automation = createClient<paths>({ baseUrl: address + '/api/automation/v1.0', headers: { authorization: 'Apikey ' + key } });
const explore = createClient<explorePaths>({ baseUrl: address + '/api/explore/v2.1' });
const portal = createClient<portalPaths>({ baseUrl: address + '/api/portal/v1.0' });

const created = await automation.POST('/datasets/', { body: { metadata: ${metadata} } });
const dataset_uid = created.data?.uid ?? '';
const path = { dataset_uid };
const title: string | null | undefined = created.data?.metadata.default?.title?.value;
const replaced = await automation.PUT('/datasets/{dataset_uid}/metadata/{template_name}/', { params: { path: { ...path, template_name: 'default' } }, body: { title: { value: 'Streams' } } });
const form = new FormData();
form.append('file', new File(['river,km'], 'rivers.csv'));
const uploaded = await automation.POST('/datasets/{dataset_uid}/resources/files/', { params: { path }, body: { file: '' }, bodySerializer: () => form });
const processor = await automation.POST('/datasets/{dataset_uid}/processors/', { params: { path }, body: { type: 'skip_record', field: 'km', value_to_skip: 'x' } });
const listed = await automation.GET('/datasets/', { params: { query: { dataset_id: dataset_uid } } });
const missing = await automation.GET('/datasets/{dataset_uid}/', { params: { path: { dataset_uid: 'da_none00' } } });
const pages = await portal.GET('/studio_pages/', { params: { query: { limit: 1 } } });
const glossary = await portal.GET('/glossary/');
const records = await explore.GET('/catalog/datasets/{dataset_id}/records/', { params: { path: { dataset_id: dataset_uid } } });
const datasets = await explore.GET('/catalog/datasets/', { params: { query: { where: ['title = "none"'] } } });
const titles: (string | null | undefined)[] | undefined = datasets.data?.results.map(({ metas }) => metas?.default.title);
console.log(JSON.stringify({
  created: created.response.status, title, replaced: replaced.data?.['title']?.value, uploaded: [uploaded.data?.uid, uploaded.response.status],
  processor: processor.response.status, listed: listed.data?.results.map((each) => each.uid === dataset_uid),
  missing: [missing.error?.error_code, missing.response.status], pages: pages.data?.total_count, glossary: glossary.data?.length,
  records: [records.error && 'error_code' in records.error && records.error.error_code, records.response.status], datasets: titles?.length,
}));
`,
};

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
    ...Object.entries(programs).map(([name, program]) => writeFile(join(folder, `${name}.ts`), program)),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config)),
  ]);
  await writeFile(join(folder, 'generate.mjs'), generator);
  await Promise.all(
    restApis.map(async ({ base }) =>
      writeFile(join(folder, `${nameOf(base)}.json`), (await http.inject(`${base}/openapi.json`)).body),
    ),
  );
  await run(join(folder, 'generate.mjs'), ...names);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('clients of two generators for every description compile, load and call', async () => {
  expect(await run('typescript-7/bin/tsc', '--project', '.')).toBe('');
  for (const name of Object.keys(programs)) {
    const output = await run(join(folder, `made/${name}.js`), address, 'test-administrator-key');
    expect({ name, ...JSON.parse(output) }).toEqual({ name, ...printed });
  }
});

test('the generated types know every type', async () => {
  const files = await Promise.all(
    names.flatMap((name) =>
      [`types/${name}.ts`, `sdk/${name}/types.gen.ts`].map(async (file) => [
        file,
        (await readFile(join(folder, file), 'utf8')).replaceAll(/\/\*.*?\*\//gs, ''),
      ]),
    ),
  );
  expect(files.filter(([, text]) => /\bany\b/.test(text ?? '')).map(([file]) => file)).toEqual([]);
});
