import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { seedEditor } from '../support/datasets/seed-editor.ts';
import { breakingLine, commandLineAt, commandLineOf, filesOf, folderOf, listen } from './portal-folder.ts';

const [old, other] = [await testApp(), await testApp()];
const oldUrl = await listen(old);
const [atOld, atOther] = [commandLineAt(oldUrl), await commandLineOf(other)];
const line = await breakingLine(old);
const remoteKey = ['--remote-key', 'test-administrator-key'];
const secret = 'CATALOGRAPH_SECRET_WELLS_1_HTTP_CONNECTION_AUTH_BASICAUTH_PASSWORD';
const connectionSecret = 'CATALOGRAPH_SECRET_HTTP_FILES_EXAMPLE_ORG_HTTP_AUTH_BASICAUTH_PASSWORD';
const harvesterSecret = 'CATALOGRAPH_SECRET_REGION_API_KEY';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Moves the old portal to the other one. */
const move = (options: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  atOther(['import', 'ods', oldUrl, ...remoteKey, ...options], env);

const written = await folderOf({
  'catalograph.yaml': 'format: 1\n',
  'groups/editors.yaml': 'uid: editors\ntitle: Editors\npermissions: [create_dataset, administer]\n',
  'templates/survey.yaml': `name: survey
title: Survey
type: basic
schema:
  - { name: method, type: enum, label: Method, choices: [by eye, by plane], labels: { by eye: { en: Eye, de: Auge } }, isFilter: true }
`,
  'templates/semantic.yaml': 'name: semantic\nisActive: false\n',
  'glossary/tree.yaml': 'name: "Tree: a plant"\ndescription: Grows.\naliases: [plant]\n',
  'pages/about.yaml':
    'kind: studio\nslug: about\npublication: current\nisRestricted: true\nrulesets: [{ group: editors, permissions: [edit_page] }, { user: admin, permissions: [explore_restricted_page] }]\ntitle: About\ndescription: Who\ncontent: { blocks: { a: { type: text } } }\n',
  'pages/soon.yaml': 'kind: studio\nslug: soon\ntitle: Soon\ncontent: {}\n',
  'pages/code.yaml':
    'kind: code\nslug: code\npublication: current\nrulesets: [{ group: editors, permissions: [edit_page, manage_page] }]\ntags: [a]\ntranslations:\n  - { language: en, title: Code, html: "<p>é</p>", css: "" }\n',
  'pages/hidden.yaml':
    'kind: code\nslug: hidden\npublication: none\ntranslations: [{ language: en, title: Hidden, html: <p>Not yet</p> }]\n',
  'pages/ahead.yaml':
    'kind: code\nslug: ahead\npublication: earlier\ntranslations: [{ language: en, title: Later }]\npublished: { translations: [{ language: en, title: Now }] }\n',
  'connections/files.yaml': `settings:
  http: { url: "https://files.example.org/", auth: { basicAuth: { username: reader, password: "\${env:CATALOGRAPH_SECRET_WELLS}" } } }
rulesets: [{ group: editors, permissions: [manage_connection] }]
`,
  'harvesters/region.yaml': `name: Region
type: ods
settings: { domain: "https://region.example.org", api_key: "\${env:CATALOGRAPH_SECRET_WELLS}" }
forcedMetadata: { default: { publisher: Region } }
isRestrictingDatasets: true
schedules: [{ cronSchedule: "0 3 * * *", timezone: Europe/Paris }]
`,
  'images/tree.png/image.yaml': 'name: tree.png\n',
  'images/tree.png/files/tree.png': pixel,
  'datasets/springs/dataset.yaml': `datasetId: springs
resources:
  - { title: Springs, type: csvfile, params: { separator: ";" }, datasource: { http: { connection: { saved: http files.example.org }, relativeUrl: springs.csv } } }
`,
  'datasets/trees/dataset.yaml': `datasetId: trees
isPublished: true
metadata:
  default: { title: "Trees: a register", keyword: ["no", "1:30"], modified_updates_on_data_change: true }
  internal: { theme_id: [environment] }
  survey: { method: by eye }
resources:
  - { title: Register, type: csvfile, params: { separator: ";" }, datasource: { uploadedFile: { file: trees.csv } } }
processors:
  - { type: string_replace, label: Shorter, params: { field: species, old: Platanus, new: P. } }
fields:
  - { label: Height, rename: { fromName: height, toName: height_m, fieldLabel: Height } }
  - { type: { field: height_m, typeParam: int } }
  - { annotate: { field: species, annotation: sortable, args: [] } }
  - { order: { order: [species, height_m] } }
schedules: ["0 4 * * 1"]
attachments: ["manual.txt"]
alternativeExports:
  - { title: Elsewhere, url: "https://example.org/trees" }
  - { title: Sheet, description: Same, file: sheet.txt }
rulesets:
  - { user: admin, permissions: [edit_dataset] }
  - { group: editors, permissions: [], security: { filterQuery: "height_m > 1" } }
`,
  'datasets/trees/files/trees.csv': 'street;species;height\nA;Platanus;12\nB;Tilia;9\n',
  'datasets/trees/attachments/manual.txt': 'how to read it',
  'datasets/trees/exports/sheet.txt': 'sheet',
  'datasets/wells/dataset.yaml': `datasetId: wells
isRestricted: true
metadata: { default: { title: Wells } }
resources:
  - title: Levels
    type: csvfile
    params: { separator: ";" }
    datasource:
      http:
        connection: { url: "https://data.example.org/", auth: { basicAuth: { username: reader, password: "\${env:CATALOGRAPH_SECRET_WELLS}" } } }
        relativeUrl: wells.csv
        headers: [{ name: accept, value: text/csv }]
`,
});
/** Schedules are set once everything else is there. */
const startsBySchedule: unknown = expect.stringMatching(/^harvesters\/Region: it starts by its schedule\. [^\n]*\n$/);
expect(await atOld(['apply', written], { CATALOGRAPH_SECRET_WELLS: 'hidden' })).toMatchObject({
  code: 0,
  err: startsBySchedule,
});

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a portal that answers paths with JSON, or with a text, a status and headers; elsewhere an empty list, or 404 for a file. */
async function answeringServer(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url ?? '', 'http://portal');
    const found = answers[pathname];
    const answer: unknown = typeof found === 'function' ? found() : found;
    if (isStatus(answer)) response.writeHead(answer.status, answer.headers).end();
    else if (pathname.endsWith('/download/')) response.writeHead(404).end();
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? page()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  servers.push(server);
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

const isStatus = (answer: unknown): answer is { status: number; headers: Record<string, string> } =>
  typeof answer === 'object' && answer !== null && 'status' in answer;

/** What both portals have, but the draft whose content the API does not have. */
async function exportBoth() {
  const folders = [await folderOf(), await folderOf()] as const;
  await atOld(['export', folders[0]]);
  await atOther(['export', folders[1]]);
  const [before, after] = await Promise.all(folders.map(filesOf));
  const { 'pages/soon.yaml': draft, ...carried } = before ?? {};
  return { draft, carried, after };
}

test('a portal is read by its REST API, and told what would change before anything does', async () => {
  const { code, out } = await move(['--dry-run']);
  expect(code).toBe(2);
  expect(out).toContain('13 to create, 1 to change, 0 to delete, 0 as they are\n');
  expect(out).toContain(
    `             whole  in part  not
groups           1        0    0
templates        2        0    0
connections      0        1    0
images           1        0    0
glossary         1        0    0
harvesters       0        1    0
pages            4        0    1
datasets         2        1    0
`,
  );
  expect(out).toMatch(/\n {2}pages\/hidden +it arrives as a draft: visitors do not see it there\n/);
  expect(out).toMatch(/\n {2}pages\/soon +it is a draft, whose content the API does not have/);
  expect(await other.admin.data('{ datasets { totalCount } groups { totalCount } }')).toEqual({
    datasets: { totalCount: 0 },
    groups: { totalCount: 0 },
  });
});

test('a secret is named that is to be set; what does not need it arrives without it', async () => {
  const { code, out } = await move();
  expect(code).toBe(1);
  expect(out).toContain(`a secret of the resource Levels: set ${secret}, unless this portal has it`);
  expect(await other.admin.data('{ catalogDataset(by: { datasetId: "trees" }) { recordCount } }')).toEqual({
    catalogDataset: { recordCount: 2 },
  });
});

test('the whole administration arrives, with the same files as the old portal, and again nothing is left to do', async () => {
  const env = { [secret]: 'hidden', [connectionSecret]: 'hidden', [harvesterSecret]: 'hidden' };
  expect(await move([], env)).toMatchObject({ code: 0, err: startsBySchedule });
  const { draft, carried, after } = await exportBoth();
  expect(draft).toBeDefined();
  expect(after).toEqual(carried);
  const nothing = { code: 0, out: expect.stringContaining('0 to create, 0 to change, 0 to delete, 14 as they are\n') };
  expect(await move(['--dry-run'])).toMatchObject(nothing);
  expect(await move(['--dry-run'], env)).toMatchObject(nothing);
});

test('a line that breaks while a portal is read is a message that applies nothing, and the same command does it whole', async () => {
  const folder = await folderOf();
  const broken = ['import', 'ods', line.url, ...remoteKey, '--to', folder];
  line.breakAfter(7);
  expect(await atOther(broken)).toMatchObject({ code: 1, err: expect.stringContaining('does not answer') });
  line.breakAfter(Infinity);
  expect(await atOther(broken)).toMatchObject({ code: 0, out: expect.stringContaining(`The files are in ${folder}.`) });
  expect(await atOther(['plan', folder])).toMatchObject({ code: 0 });
});

test('a key without rights is refused, and one with some moves what it may read and tells the rest', async () => {
  const refused = await atOther(['import', 'ods', oldUrl, '--remote-key', 'unknown', '--dry-run']);
  expect(refused).toEqual({ code: 3, out: '', err: 'The other portal does not know the key of --remote-key.\n' });
  const { apiKey } = await seedEditor(old, 'ana', ['Hers']);
  const { out } = await atOther(['import', 'ods', oldUrl, '--remote-key', apiKey, '--dry-run']);
  expect(out).toContain('datasets/hers  new');
  expect(out).toMatch(
    /\n {2}groups +The key of --remote-key may not read \/api\/automation\/v1.0\/groups\/ of the other/,
  );
});

const page = (...results: readonly object[]) => ({ total_count: results.length, results });
const dataset = (uid: string, id: string, more: object = {}) => ({
  ...{ uid, dataset_id: id, is_published: true, metadata: { default: { title: { value: id } } } },
  ...more,
});

test('a broken entry is a message at its place, and all others arrive', async () => {
  const portal = await answeringServer({
    '/api/automation/v1.0/datasets/': page(
      dataset('da_1', 'rivers', { metadata: { default: { title: { value: 'Rivers' } }, odd: { fish: { value: 1 } } } }),
      dataset('da_2', 'odd', { metadata: 'none' }),
      dataset('da_3', 'rivers'),
      dataset('da_4', 'gone'),
      dataset('da_1', 'rivers'),
    ),
    '/api/automation/v1.0/datasets/da_1/processors/': page({ type: 'fish_counter', label: '' }),
    '/api/automation/v1.0/datasets/da_1/security/users/': page({ user: { username: 'nobody' }, permissions: [] }),
    '/api/automation/v1.0/datasets/da_1/attachments/': page({ uid: 'a', filename: 'a.txt' }),
    '/api/automation/v1.0/datasets/da_4/resources/': '<html>',
    '/api/portal/v1.0/glossary/': [],
    '/api/automation/v1.0/users/': page({ username: 'nobody' }, { username: 'admin' }),
    '/api/automation/v1.0/harvesters/': page(
      { uid: 'h', type: 'ods', name: 'H', domain: 'https://h.example.org', attached_datasets_count: 2, odd: 1 },
      { uid: 'j', type: 'fax', name: 'J' },
    ),
    '/api/automation/v1.0/harvesters/h/schedules/': page({ cron_schedule: '0 3 * * *', timezone: 'UTC' }),
    '/api/automation/v1.0/medias/images/': page({ url: 'https://elsewhere.example.org/a.png' }),
  });
  const { code, out } = await atOther(['import', 'ods', portal, ...remoteKey, '--json']);
  expect(code).toBe(1);
  const { outcomes, identifiers, moved } = JSON.parse(out);
  expect(outcomes).toEqual([
    { noun: 'harvesters', key: 'H', action: 'create' },
    { noun: 'datasets', key: 'rivers', action: 'create' },
  ]);
  expect(identifiers).toEqual({ da_1: 'rivers', da_4: 'gone' });
  expect(moved.counts).toEqual(
    expect.arrayContaining([
      { noun: 'datasets', whole: 0, inPart: 1, notCarried: 2 },
      { noun: 'harvesters', whole: 0, inPart: 1, notCarried: 1 },
      { noun: 'images', whole: 0, inPart: 0, notCarried: 1 },
    ]),
  );
  expect(moved.notCarried).toEqual(
    expect.arrayContaining([
      { of: 'users', reason: expect.stringMatching(/^1 of 2 are not here: nobody\. Invite them/) },
      { of: 'harvesters/H', reason: 'its setting odd: there is none here' },
      { of: 'harvesters/H', reason: expect.stringMatching(/^its 2 datasets arrive .* its schedule stays behind/) },
      { of: 'harvesters/J', reason: 'there is no kind fax here' },
    ]),
  );
  expect(moved.notCarried).toEqual(
    expect.arrayContaining(
      [
        ['rivers', 'the processor fish_counter: there is no such type here'],
        [
          'rivers',
          'its publication: its records would be other ones without what is left out. Complete and publish it',
        ],
        ['rivers', 'metadata odd.fish: no template here has this field'],
        ['rivers', 'the ruleset of the user nobody: there is no such user here. Invite them, and import again'],
        ['rivers', expect.stringMatching(/^its attachments stay as they are here: .* answers 404\.$/)],
        ['rivers', 'the other portal has two of this name; the first is carried'],
        ['odd', expect.stringContaining('metadata')],
        ['gone', expect.stringContaining('answers something else than JSON')],
      ].map(([key, reason]) => ({ of: `datasets/${String(key)}`, reason })),
    ),
  );
});

test('users who have other names here are named by a file', async () => {
  const portal = await answeringServer({
    '/api/automation/v1.0/datasets/': page(dataset('da_9', 'lakes', { is_published: false })),
    '/api/automation/v1.0/datasets/da_9/security/users/': page({ user: { username: 'ann' }, permissions: [] }),
    '/api/automation/v1.0/users/': page({ username: 'ann' }),
    '/api/portal/v1.0/glossary/': [],
  });
  const folder = await folderOf({ 'users.yaml': 'ann: admin\n', 'list.yaml': '- ann\n' });
  const importing = ['import', 'ods', portal, ...remoteKey, '--to', join(folder, 'moved'), '--users'];
  expect(await atOther([...importing, join(folder, 'list.yaml')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('a line `name there: name here` for each user is expected'),
  });
  const { code, out } = await atOther([...importing, join(folder, 'users.yaml')]);
  expect(code).toBe(0);
  expect(out).not.toContain('users ');
  expect((await filesOf(join(folder, 'moved')))['datasets/lakes/dataset.yaml']).toContain('user: admin');
});

test('a portal that is busy is asked again, and the key goes to no other host', async () => {
  let isBusy = true;
  const portal = await answeringServer({
    '/api/automation/v1.0/datasets/': () => {
      if (!isBusy) return { status: 302, headers: { location: 'http://169.254.169.254/' } };
      isBusy = false;
      return { status: 429, headers: { 'retry-after': '0' } };
    },
  });
  expect(await atOther(['import', 'ods', portal, ...remoteKey])).toMatchObject({
    code: 1,
    err: '/: it redirects to http://169.254.169.254, which is not read.\n',
  });
});
