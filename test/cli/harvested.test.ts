import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { runAndFinish } from '../support/datasets/publishing.ts';
import { seedKey } from '../support/seed.ts';
import { portalServer } from '../support/sources/portal-server.ts';
import { serveFtp } from '../platform/datasources/ftp/file-servers.ts';
import { commandLineOf, filesOf, folderOf } from './portal-folder.ts';

const [portal, meadow] = [await portalServer(), await portalServer()];
/** A passive data connection may have any of them. */
const everyPort = Array.from({ length: 64_512 }, (_none, index) => `127.0.0.1:${index + 1_024}`).join(',');
const [first, second] = [
  await testApp({ FETCH_ALLOW: everyPort }),
  await testApp({ FETCH_ALLOW: `${portal.host},${meadow.host}` }),
];
const [atFirst, atSecond] = [await commandLineOf(first), await commandLineOf(second)];
const trees = { title: 'Trees', csv: 'code\n1\n', files: { 'manual.txt': 'read me' } };
portal.datasets.set('trees', trees);
const only = ['--only', 'datasets'];

test('a portal is imported by one command, and again without effect', async () => {
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour', '--dry-run'])).toMatchObject({
    code: 0,
    out: 'trees  Trees\n1 datasets; nothing is imported\n',
  });
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).toMatchObject({
    code: 0,
    out: '+ trees  Trees\n     1  created\n',
  });
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).toMatchObject({
    code: 0,
    out: '     1  unchanged\n',
  });
  portal.datasets.set('trees', { ...trees, title: 'Street trees' });
  expect((await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).out).toBe(
    [
      '~ trees  Street trees',
      '    default.description: "<p>Trees</p>" → "<p>Street trees</p>"',
      '    default.title: "Trees" → "Street trees"',
      '    resources',
      '     1  updated\n',
    ].join('\n'),
  );
  portal.datasets.clear();
  expect(await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour'])).toEqual({
    code: 1,
    out: '     1  not read, and left as they are\n',
    err: 'The source lists no datasets, and had 1 before. They stay as they are: check the source.\n',
  });
  portal.datasets.set('trees', trees);
  await atFirst(['import', 'ods', portal.url, '--name', 'Neighbour']);
  expect(await atFirst(['import', 'parchment', portal.url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('parchment is no kind of import'),
  });
});

test('a harvested dataset stays harvested on another instance, whose harvester finds it', async () => {
  const before = await folderOf();
  await atFirst(['export', before]);
  const changed = await folderOf(await filesOf(before));
  const path = join(changed, 'datasets/trees/dataset.yaml');
  const text = await readFile(path, 'utf8');
  expect(text).toContain('harvester:\n  name: Neighbour\n  remoteId: trees\n');
  expect(text).toMatch(/^attachments:\n {2}- file: manual.txt\n {4}remoteUrl: http.*manual.txt$/m);
  const own = '  - title: Own\n    type: csvfile\n    datasource:\n      uploadedFile:\n        file: own.csv\n';
  await writeFile(
    path,
    text
      .replace('isPublished: false', 'isPublished: true')
      .replace(/^metadata: {}\n/m, 'metadata:\n  default:\n    description: Ours\n    title: Trees\n')
      .replace(/^processors:/m, `${own}processors:`),
  );
  await mkdir(join(changed, 'datasets/trees/files'), { recursive: true });
  await writeFile(join(changed, 'datasets/trees/files/own.csv'), 'code\n2\n');
  const harvester = join(changed, 'harvesters/Neighbour.yaml');
  const schedules = 'schedules:\n  - cronSchedule: 0 3 * * *\n    timezone: UTC\n';
  await writeFile(harvester, (await readFile(harvester, 'utf8')).replace('schedules: []\n', schedules));
  expect(await atFirst(['apply', changed])).toMatchObject({ code: 0, err: '' });

  const [exported, again] = [await folderOf(), await folderOf()];
  await atFirst(['export', exported]);
  expect(await atSecond(['apply', exported, ...only])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^datasets\/trees: There is no harvester Neighbour, .* Apply harvesters\/ too/),
  });
  expect(await atSecond(['apply', exported])).toMatchObject({ code: 0, err: '' });
  await atSecond(['export', again]);
  expect(await filesOf(again)).toEqual(await filesOf(exported));
  expect(await atSecond(['plan', exported])).toMatchObject({ code: 0, err: '' });
  const importing = ['import', 'ods', portal.url, '--name', 'Neighbour'];
  expect(await atSecond(importing)).toMatchObject({ code: 0, out: '     1  unchanged\n' });
  await atSecond(['export', again]);
  expect(await filesOf(again)).toEqual(await filesOf(exported));
  portal.datasets.set('trees', { ...trees, title: 'Street trees' });
  expect((await atSecond(importing)).out).toBe(
    [
      '~ trees  Street trees',
      '    default.description: "<p>Trees</p>" → "<p>Street trees</p>"',
      '    default.title: "Trees" → "Street trees"',
      '    resources',
      '     1  updated\n',
    ].join('\n'),
  );
  portal.datasets.set('trees', trees);
  expect(await second.admin.data('{ datasets { nodes { title isPublished harvestedFrom { remoteId } } } }')).toEqual({
    datasets: { nodes: [{ title: 'Trees', isPublished: true, harvestedFrom: { remoteId: 'trees' } }] },
  });
  expect(await atFirst(['apply', before])).toMatchObject({ code: 0, err: '' });
});

test('what a harvester gives a dataset is in its file, and goes to an instance that does not harvest it', async () => {
  const folder = await folderOf();
  await atFirst(['export', folder, ...only]);
  const text = String((await filesOf(folder))['datasets/trees/dataset.yaml']);
  expect(text).toMatch(/^remoteMetadata:\n(?: .*\n)* {4}title: Trees$/m);
  expect(text).not.toMatch(/^metadata:\n(?: .*\n)* {4}title:/m);
  const nothing = { code: 0, out: '0 to create, 0 to change, 0 to delete, 1 as they are\n' };
  expect(await atFirst(['plan', folder, ...only])).toMatchObject(nothing);
  // files of earlier versions have no harvester
  const path = join(folder, 'datasets/trees/dataset.yaml');
  await writeFile(
    path,
    text
      .replace('datasetId: trees', 'datasetId: elms')
      .replace(/^harvester:\n(?: .*\n)+/m, '')
      .replaceAll(/^ {4}remoteUrl: .*\n/gm, '')
      .replace('  - file: manual.txt', '  - manual.txt'),
  );
  expect(await atSecond(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(text).toMatch(/^remoteFields:\n {2}- name: code\n(?: {4}.*\n)* {4}label: The code$/m);
  expect(
    await second.admin.data(
      '{ datasets(filter: { datasetId: "elms" }) { nodes { datasetId title remoteFields fieldConfigurations { nodes { ... on RenameFieldConfiguration { fromName fieldLabel } ... on TypeFieldConfiguration { field typeParam } ... on DescriptionFieldConfiguration { field description } } } } } }',
    ),
  ).toEqual({
    datasets: {
      nodes: [
        {
          datasetId: 'elms',
          title: 'Trees',
          remoteFields: null,
          fieldConfigurations: {
            nodes: [
              { fromName: 'code', fieldLabel: 'The code' },
              { field: 'code', typeParam: 'text' },
              { field: 'code', description: 'A code' },
            ],
          },
        },
      ],
    },
  });
  expect(await atSecond(['plan', folder, ...only])).toMatchObject(nothing);
});

test('a value of the source is changed by one of the same field below metadata, and by no other', async () => {
  const folder = await folderOf();
  await atFirst(['export', folder, ...only]);
  const path = join(folder, 'datasets/trees/dataset.yaml');
  const text = await readFile(path, 'utf8');
  expect(text).toContain(
    '# what the source says; a value of the same field below metadata overrides it\nremoteMetadata:',
  );
  await writeFile(path, text.replace('    title: Trees\n', '    title: Elms\n'));
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^datasets\/trees: remoteMetadata is what the source says, .*: default\.title\. Write/),
  });
  const overriding = text.replace('metadata:\n', 'metadata:\n  default:\n    title: Elms\n');
  await writeFile(path, overriding);
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0, err: '' });
  const again = await folderOf();
  await atFirst(['export', again, ...only]);
  expect(await readFile(join(again, 'datasets/trees/dataset.yaml'), 'utf8')).toBe(overriding);
  await writeFile(path, text);
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
});

test('a key that may not read harvesters exports a harvested dataset without its harvester', async () => {
  const env = { KEY: await seedKey(first, 'ada', ['edit_dataset']) };
  const folder = await folderOf();
  expect(await atFirst(['export', folder, ...only], env)).toMatchObject({ code: 0, err: '' });
  const text = await readFile(join(folder, 'datasets/trees/dataset.yaml'), 'utf8');
  expect(text).toMatch(/^remoteMetadata:\n(?: .*\n)* {4}title: Trees$/m);
  expect(text).not.toMatch(/harvester:|remoteUrl:/);
  expect(text).toMatch(/^attachments:\n {2}- manual.txt$/m);
  const asTheyAre = { code: 0, err: '', out: '0 to create, 0 to change, 0 to delete, 1 as they are\n' };
  expect(await atFirst(['plan', folder, ...only], env)).toEqual(asTheyAre);
  expect(await atFirst(['plan', folder, ...only])).toEqual(asTheyAre);
});

test('harvesters of one name are kept apart', async () => {
  const elsewhere = { name: 'Neighbour', type: 'ckan', settings: { url: 'https://ckan.example.org' } };
  await first.admin.data('mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { __typename } }', {
    input: elsewhere,
  });
  const folder = await folderOf();
  expect(await atFirst(['export', folder, '--only', 'harvesters'])).toMatchObject({
    code: 0,
    out: '     2  harvesters\n',
  });
  expect((await filesOf(folder))['harvesters/Neighbour 2.yaml']).toContain('number: 2');
  const plan = ['plan', folder, '--only', 'harvesters'];
  expect(await atFirst(plan)).toMatchObject({ code: 0, out: '0 to create, 0 to change, 0 to delete, 2 as they are\n' });
  await atSecond(['apply', folder, '--only', 'harvesters']);
  expect(await atSecond(plan)).toMatchObject({ code: 0, err: '' });
  await atFirst(['import', 'dcat', portal.url, '--name', 'Neighbour']);
  expect(await first.admin.data('{ harvesters { nodes { name type } } }')).toEqual({
    harvesters: {
      nodes: [
        { name: 'Neighbour', type: 'ods' },
        { name: 'Neighbour', type: 'ckan' },
        { name: 'Neighbour (dcat)', type: 'dcat' },
      ],
    },
  });
});

test('a file server is imported with settings, whose secrets the environment has', async () => {
  const files = await folderOf({ 'benches.csv': 'code\n1\n' });
  const address = `ftp://${await serveFtp(files)}`;
  const importing = (...settings: readonly string[]) => [
    ...['import', 'ftp', address, '--name', 'Files', '--setting', 'user=ada'],
    ...settings.flatMap((setting) => ['--setting', setting]),
  ];
  const password = 'password=${env:CATALOGRAPH_SECRET_FTP}';
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [importing('password=lovelace'), 'password is a secret, which the list of processes would show.'],
    [importing(password), 'CATALOGRAPH_SECRET_FTP is not set in the environment.'],
    [importing('pass=word'), 'ftp has no setting pass. It has user, password, directory'],
    [importing('metadata_only=maybe'), 'The setting metadata_only is true or false.'],
    [importing('user=bob'), 'The setting user is given twice.'],
    [importing('user'), 'A setting has the form name=value.'],
    [['import', 'ftp', 'gopher://files.example.org'], 'An address of http, https, ftp, ftps or sftp is expected'],
    [['import', 'folder', files, '--setting', 'user=ada'], '--setting and --clear-secrets are for harvesters'],
  ];
  for (const [args, err] of refusals)
    expect(await atFirst(args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(err) });
  const env = { CATALOGRAPH_SECRET_FTP: 'lovelace' };
  expect(await atFirst([...importing(password), '--dry-run'], env)).toMatchObject({ code: 0, err: '' });
  expect(await atFirst(importing(password), env)).toMatchObject({
    code: 0,
    out: '+ benches.csv  Benches\n     1  created\n',
  });
  expect(await atFirst(importing('password=wrong', 'metadata_only=true').concat('--clear-secrets'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/refuses the user name or the password/),
  });
  const elsewhere = ['import', 'ftp', 'ftp://files.example.org', '--name', 'Files'];
  expect(await atFirst(elsewhere)).toMatchObject({
    code: 1,
    err: `The harvester Files reads ${address}. Give this one another name with --name.\n`,
  });
});

test('a harvested dataset whose draft is ahead has both states on another instance, and stays harvested there', async () => {
  const ids = ['ashes', 'elms', 'oaks'];
  for (const id of ids) meadow.datasets.set(id, { title: id, csv: 'code\n1\n', files: { 'map.txt': id } });
  const importing = ['import', 'ods', meadow.url, '--name', 'Meadow'];
  expect(await atFirst([...importing, '--publish'])).toMatchObject({ code: 0, err: '' });
  const selected = ['--only', ['harvesters/Meadow', ...ids.map((id) => `datasets/${id}`)].join(',')];
  const uidOf = async (datasetId: string): Promise<string> =>
    (
      await first.admin.data('query ($datasetId: String!) { dataset(by: { datasetId: $datasetId }) { uid } }', {
        datasetId,
      })
    ).dataset.uid;
  const override = async (datasetId: string, metadata: object) =>
    first.admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { __typename } }', {
      input: { datasetUid: await uidOf(datasetId), metadata },
    });
  const ours = { default: { title: { value: 'Ours', override_remote_value: true } } };
  // a steward overrides a title, takes an override back that visitors see, and adds a resource
  await override('oaks', ours);
  await override('elms', ours);
  await runAndFinish(first.admin, 'publishDataset', await uidOf('elms'));
  await override('elms', {});
  const datasource = { http: { connection: { url: `${meadow.url}/datasets/ashes/exports/csv` } } };
  await first.admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { __typename } }', {
    input: { datasetUid: await uidOf('ashes'), title: 'Own', type: 'csvfile', datasource },
  });

  const [before, after] = [await folderOf(), await folderOf()];
  await atFirst(['export', before, ...selected]);
  const files = await filesOf(before);
  expect(files['datasets/oaks/dataset.yaml']).toContain('published:\n  metadata:\n    default:\n      title: oaks\n');
  expect(files['datasets/elms/dataset.yaml']).toContain('published:\n  metadata:\n    default:\n      title: Ours\n');
  expect(files['datasets/ashes/dataset.yaml']).toMatch(/^published:\n {2}resources:$/m);
  expect(await atFirst(['plan', before, ...selected])).toMatchObject({ code: 0, err: '' });

  expect(await atSecond(['apply', before, ...selected])).toMatchObject({ code: 0, err: '' });
  const visible = ids.map((id) => `${id}: catalogDataset(by: { datasetId: "${id}" }) { title recordCount }`).join(' ');
  expect(await second.unauthenticated.data(`{ ${visible} }`)).toEqual({
    ashes: { title: 'ashes', recordCount: 1 },
    elms: { title: 'Ours', recordCount: 1 },
    oaks: { title: 'oaks', recordCount: 1 },
  });
  await atSecond(['export', after, ...selected]);
  expect(await filesOf(after)).toEqual(files);
  expect(await atSecond(['plan', before, ...selected])).toMatchObject({ code: 0, err: '' });
  expect(await atSecond(importing)).toMatchObject({ code: 0, out: '     3  unchanged\n' });
  await atSecond(['export', after, ...selected]);
  expect(await filesOf(after)).toEqual(files);
});
