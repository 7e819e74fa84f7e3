import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { folder, serveFtp, serveSftp } from '../../platform/datasources/ftp/file-servers.ts';
import { readPortal } from './read-kind.ts';

/** Every port of this machine that a data connection may use. */
const hosts = Array.from({ length: 64_512 }, (_none, index) => `127.0.0.1:${index + 1_024}`);
const login = { user: 'ada', password: 'lovelace' };

/** A folder with files by their paths, until the test ends. */
async function filesOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const several = {
  'street_trees.csv': 'code\n1\n',
  '.hidden.csv': 'x',
  'parks/parks.geojson': '{}',
  'parks/manual.pdf': 'x',
  'parks/deep/.secret/x.csv': 'x',
};

test('each file is a dataset, and each folder one of all its files', async () => {
  const root = await filesOf(several);
  for (const address of [`ftp://${await serveFtp(root)}`, `sftp://${(await serveSftp(root)).address}`]) {
    const isSftp = address.startsWith('sftp');
    const settings = { host: address, ...login, directory: isSftp ? '/' : '', meta: 'keyword=City;Data' };
    const { datasets, failures, total } = await readPortal('ftp', settings, hosts);
    expect(failures).toEqual([]);
    expect(total).toBe(3);
    expect(datasets.map(({ id, title }) => [id, title])).toEqual([
      ['parks/', 'Parks'],
      ['rides.csv', 'Rides'],
      ['street_trees.csv', 'Street trees'],
    ]);
    expect(datasets[0]).toMatchObject({
      metadata: { default: { title: 'Parks', keyword: ['City', 'Data'], modified: expect.stringMatching(/^20/) } },
      resources: [
        {
          title: 'parks.geojson',
          url: `${address}/parks/parks.geojson`,
          extractor: { type: 'geojsonfile' },
          login: { username: 'ada', password: 'lovelace' },
          revision: expect.stringMatching(/Z 2$/),
        },
      ],
      attachments: [{ title: 'manual.pdf' }],
    });
    const again = await readPortal('ftp', settings, hosts);
    expect(again.datasets.map(({ version }) => version)).toEqual(datasets.map(({ version }) => version));
    await writeFile(join(root, 'rides.csv'), 'a,b\n1,2\n3,4\n');
    const [parks, rides] = (await readPortal('ftp', settings, hosts)).datasets;
    expect(parks?.version).toBe(datasets[0]?.version);
    expect(rides?.version).not.toBe(datasets[1]?.version);
    await writeFile(join(root, 'rides.csv'), 'a,b\n1,2\n');
  }
});

test('a list describes the files of a folder, and names what is not there', async () => {
  const root = await filesOf({
    'data/trees.csv': 'code\n1\n',
    'data/benches.csv': 'code\n1\n',
    'data/list.csv':
      'file,title,theme,license,dcat.creator,internal.draft,Depth\ntrees.csv,All trees,"Nature, Parks",ODbL,Ann,,3\ngone.csv,Gone,,,,,\n',
  });
  const { datasets, failures } = await readPortal(
    'ftp_csv',
    {
      ...{ host: `ftp://${await serveFtp(root)}`, ...login, directory: 'data' },
      ...{ metadata_file: 'list.csv', metadata_join_key: 'File' },
    },
    hosts,
  );
  expect(failures).toEqual([{ id: 'gone.csv', error: 'list.csv names "gone.csv", which is not in the folder.' }]);
  expect(datasets.map(({ id, title }) => [id, title])).toEqual([
    ['benches.csv', 'Benches'],
    ['trees.csv', 'All trees'],
  ]);
  expect(datasets[1]?.metadata).toMatchObject({
    internal: { theme_id: ['Nature', 'Parks'], license_id: 'ODbL' },
    dcat: { creator: 'Ann' },
    custom: { depth: '3' },
  });
});

test('each row of a list is a dataset, with the fields that a schema describes', async () => {
  const root = await filesOf({
    'index.csv':
      'name;title;description;keyword;source_dataset;schema\nr1;Bars;A list;"Food;Chocolate";sub/bars.csv;sub/schema.csv\nr2;;;;rides.csv;\nr3;Gone;;;no.csv;\nr4;Without schema;;;rides.csv;no.csv\nr5;Outside;;;../../etc/passwd;\n',
    'sub/bars.csv': 'a\n1\n',
    'sub/schema.csv': 'name;label;type;description\na;Answer;integer;What it is\n',
  });
  const settings = {
    ...{ host: `ftp://${await serveFtp(root)}`, ...login },
    ...{ metadata_file: 'index.csv', resource_schema_column: 'schema' },
  };
  const { datasets, failures } = await readPortal('ftp_with_meta_csv', settings, hosts);
  expect(failures.map(({ id }) => id)).toEqual(['r3', 'r4', 'r5']);
  expect(datasets.map(({ id, title }) => [id, title])).toEqual([
    ['r1', 'Bars'],
    ['r2', 'r2'],
  ]);
  expect(datasets[0]).toMatchObject({
    description: '<p>A list</p>',
    metadata: { default: { keyword: ['Food', 'Chocolate'] } },
    resources: [{ title: 'bars.csv', url: expect.stringMatching(/\/sub\/bars\.csv$/) }],
  });
  expect(await datasets[0]?.loadFields?.()).toEqual([
    { name: 'a', label: 'Answer', type: 'int', description: 'What it is', annotations: {} },
  ]);
  await expect(readPortal('ftp_with_meta_csv', { ...settings, csv_separator: '|' }, hosts)).rejects.toThrow(
    /index\.csv has no column source_dataset; it has name;title/,
  );
});

test('a server that refuses says what to check, without the password', async () => {
  const host = `ftp://${await serveFtp(await folder())}`;
  const failure: unknown = await readPortal('ftp', { host, user: 'ada', password: 'wrong' }, hosts).catch(
    (error: unknown) => error,
  );
  expect(String(failure)).toMatch(/refuses the user name or the password/);
  expect(String(failure)).not.toContain('wrong');
  await expect(readPortal('ftp', { host, ...login }, [])).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  await expect(readPortal('ftp', { host: 'https://example.org', ...login }, hosts)).rejects.toThrow('"host"');
});
