import { beforeEach, describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually, recordsOf, runAndFinish } from '#test/support/datasets/publishing.ts';
import { feedServer } from '#test/support/sources/feed-server.ts';

const feeds = await feedServer();
const app = await testApp({ FETCH_ALLOW: feeds.host });
const { admin } = app;

type Answer = ReturnType<typeof JSON.parse>;

const fields = `uid status hasError remoteDatasetCount harvestedDatasetCount attachedDatasetCount
  harvestedDatasets(first: 100) { nodes { remoteId outcome error changeCount changes { field before after }
    dataset { uid title metadata
    resources(first: 10) { nodes { title type datasource { type } } } attachments(first: 10) { nodes { filename } } } } }`;

const read = async (uid: string): Promise<Answer> =>
  (await admin.data(`query ($uid: ID!) { harvester(uid: $uid) { ${fields} } }`, { uid })).harvester;

async function create(type: string, settings: object, more: object = {}): Promise<string> {
  const { createHarvester } = await admin.data(
    'mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid } } }',
    { input: { name: 'Feed', type, settings, ...more } },
  );
  return createHarvester.harvester.uid;
}

async function run(uid: string, options: object = {}): Promise<Answer> {
  await admin.data(
    'mutation ($input: StartHarvesterInput!) { startHarvester(input: $input) { harvester { status } } }',
    { input: { uid, ...options } },
  );
  return eventually(
    () => read(uid),
    ({ status }: Answer) => status === 'idle',
  );
}

const messageOf = async (uid: string): Promise<string | null> =>
  (await admin.data('query ($uid: ID!) { harvesterErrors(uid: $uid) { harvester } }', { uid })).harvesterErrors
    .harvester;

const preview = async (type: string, settings: object): Promise<Answer> =>
  (
    await admin.data(
      'query ($input: PreviewHarvesterInput!) { harvesterPreview(input: $input) { totalCount datasets { remoteId title } problems } }',
      { input: { type, settings } },
    )
  ).harvesterPreview;

const outcomes = ({ harvestedDatasets }: Answer): Record<string, string> =>
  Object.fromEntries(harvestedDatasets.nodes.map(({ remoteId, outcome }: Answer) => [remoteId, outcome]));
const entryOf = ({ harvestedDatasets }: Answer, id: string): Answer =>
  harvestedDatasets.nodes.find(({ remoteId }: Answer) => remoteId === id);

const serveText = (path: string, body: string, type: string): string => {
  feeds.answers.set(path, () => ({ headers: { 'content-type': type }, body }));
  return `${feeds.url}${path}`;
};
const serveJson = (path: string, value: unknown): string => serveText(path, JSON.stringify(value), 'application/json');

beforeEach(() => {
  feeds.answers.clear();
  feeds.requests.length = 0;
});

/** A data.json with these datasets. */
const dataJson = (...datasets: readonly (Record<string, unknown> & { readonly id: string })[]) => ({
  dataset: datasets.map(({ id, ...more }) => ({ identifier: id, title: `Title of ${id}`, ...more })),
});
const csvAt = (url: string) => ({ distribution: [{ downloadURL: url, mediaType: 'text/csv', title: 'Table' }] });

describe('Catalogs', () => {
  test('a catalog by CSW brings the features that its records link to, and asks for them once', async () => {
    const text = (value: string) => `<gco:CharacterString>${value}</gco:CharacterString>`;
    const names =
      'xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
    const record = `<gmd:MD_Metadata><gmd:fileIdentifier>${text('trees')}</gmd:fileIdentifier>
      <gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title>${text('Trees')}</gmd:title></gmd:CI_Citation></gmd:citation></gmd:MD_DataIdentification></gmd:identificationInfo>
      <gmd:distributionInfo><gmd:MD_Distribution><gmd:transferOptions><gmd:MD_DigitalTransferOptions><gmd:onLine><gmd:CI_OnlineResource>
        <gmd:linkage><gmd:URL>${feeds.url}/wfs</gmd:URL></gmd:linkage><gmd:protocol>${text('OGC:WFS')}</gmd:protocol><gmd:name>${text('city:trees')}</gmd:name>
      </gmd:CI_OnlineResource></gmd:onLine></gmd:MD_DigitalTransferOptions></gmd:transferOptions></gmd:MD_Distribution></gmd:distributionInfo></gmd:MD_Metadata>`;
    feeds.answers.set('/csw', ({ searchParams }) => ({
      body:
        searchParams.get('request') === 'GetCapabilities'
          ? `<csw:Capabilities ${names} version="2.0.2"><ows:OperationsMetadata><ows:Operation name="GetRecords"><ows:DCP><ows:HTTP><ows:Get xlink:href="/csw"/></ows:HTTP></ows:DCP>
            <ows:Parameter name="outputSchema"><ows:Value>http://www.isotc211.org/2005/gmd</ows:Value></ows:Parameter></ows:Operation></ows:OperationsMetadata></csw:Capabilities>`
          : `<csw:GetRecordsResponse ${names}><csw:SearchResults numberOfRecordsMatched="1" nextRecord="0">${record}</csw:SearchResults></csw:GetRecordsResponse>`,
    }));
    const features = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [7, 51] }, properties: { code: 'a' } }],
    };
    feeds.answers.set('/wfs', ({ searchParams }) => ({
      body:
        searchParams.get('request') === 'GetCapabilities'
          ? `<wfs:WFS_Capabilities ${names} version="2.0.0"><ows:OperationsMetadata><ows:Operation name="GetFeature"><ows:DCP><ows:HTTP><ows:Get xlink:href="/wfs"/></ows:HTTP></ows:DCP>
            <ows:Parameter name="outputFormat"><ows:AllowedValues><ows:Value>application/json</ows:Value></ows:AllowedValues></ows:Parameter></ows:Operation></ows:OperationsMetadata>
            <wfs:FeatureTypeList><wfs:FeatureType><wfs:Name>city:trees</wfs:Name><wfs:Title>Trees</wfs:Title></wfs:FeatureType></wfs:FeatureTypeList></wfs:WFS_Capabilities>`
          : JSON.stringify(features),
    }));
    const settings = { url: `${feeds.url}/csw` };
    expect(await preview('csw', settings)).toEqual({
      totalCount: 1,
      datasets: [{ remoteId: 'trees', title: 'Trees' }],
      problems: [],
    });
    const uid = await create('csw', settings);
    const first = await run(uid);
    expect(first).toMatchObject({ hasError: false, remoteDatasetCount: 1, harvestedDatasetCount: 1 });
    const { error, dataset } = entryOf(first, 'trees');
    expect(error).toBeNull();
    expect(dataset.resources.nodes).toEqual([
      { title: 'city:trees', type: 'geojsonfile', datasource: { type: 'http' } },
    ]);
    await runAndFinish(admin, 'publishDataset', dataset.uid);
    expect(await recordsOf(app, dataset.uid)).toMatchObject([{ code: 'a' }]);
    feeds.requests.length = 0;
    expect(outcomes(await run(uid))).toEqual({ trees: 'unchanged' });
    expect(feeds.requests.filter((path) => path.startsWith('/wfs'))).toEqual([]);
  });

  test('a catalog by DCAT arrives page by page, and a page that fails takes nothing away', async () => {
    const page = (id: string, next: string) =>
      `@prefix dcat: <http://www.w3.org/ns/dcat#>. @prefix dct: <http://purl.org/dc/terms/>. @prefix hydra: <http://www.w3.org/ns/hydra/core#>.
      <https://data.example/${id}> a dcat:Dataset; dct:title "Title of ${id}". ${next === '' ? '' : `<> hydra:next <${feeds.url}${next}>.`}`;
    const settings = { url: serveText('/1.ttl', page('a', '/2.ttl'), 'text/turtle') };
    serveText('/2.ttl', page('b', ''), 'text/turtle');
    const [a, b] = ['https://data.example/a', 'https://data.example/b'];
    expect(await preview('dcat', settings)).toMatchObject({ totalCount: 2 });
    const uid = await create('dcat', settings, { isDeletingMissingDatasets: true });
    expect(outcomes(await run(uid))).toEqual({ [a]: 'created', [b]: 'created' });
    expect(outcomes(await run(uid))).toEqual({ [a]: 'unchanged', [b]: 'unchanged' });
    feeds.answers.set('/2.ttl', () => ({ status: 401 }));
    const broken = await run(uid, { isDeletionConfirmed: true });
    expect(broken).toMatchObject({ attachedDatasetCount: 2 });
    expect(entryOf(broken, 'page 2')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('401') });
    serveText('/2.ttl', page('c', '/1.ttl'), 'text/turtle');
    const circle = await run(uid, { isDeletionConfirmed: true });
    expect(circle).toMatchObject({ attachedDatasetCount: 3 });
    expect(entryOf(circle, 'page 3').error).toContain('its pages go round in circles');
  });
});

describe('A source that goes wrong', () => {
  test('keeps what was there: credentials that expire, a page in place of the list, an entry too large or twice', async () => {
    const list = (...ids: readonly string[]) =>
      ids.map((id) => ({ id, name: id, title: `Title of ${id}`, notes: id === 'large' ? 'x'.repeat(20_000_000) : '' }));
    const all = list('a', 'b', 'c', 'd');
    let allowed = 4;
    feeds.answers.set('/api/3/action/package_search', ({ searchParams }) => {
      const start = Number(searchParams.get('start'));
      if (start >= allowed) return { status: 401 };
      const result = { count: all.length, results: all.slice(start, start + 1) };
      return { body: JSON.stringify({ success: true, result }) };
    });
    const uid = await create('ckan', { url: feeds.url }, { isDeletingMissingDatasets: true });
    expect(outcomes(await run(uid))).toEqual({ a: 'created', b: 'created', c: 'created', d: 'created' });
    allowed = 2;
    const expired = await run(uid, { isDeletionConfirmed: true });
    expect(expired).toMatchObject({ attachedDatasetCount: 4 });
    expect(outcomes(expired)).toMatchObject({ a: 'unchanged', b: 'unchanged', c: 'created', d: 'created' });
    expect(expired.harvestedDatasets.nodes).toContainEqual(
      expect.objectContaining({ outcome: 'failed', error: expect.stringContaining('401') }),
    );
    serveText('/api/3/action/package_search', '<!DOCTYPE html><html>Sign in</html>', 'text/html');
    expect(await run(uid, { isDeletionConfirmed: true })).toMatchObject({ hasError: true, attachedDatasetCount: 4 });
    expect(await messageOf(uid)).toContain('a page or XML in place of JSON');
    const results = [...list('a', 'large'), { ...list('a')[0], title: 'Another' }, ...list('b', 'c', 'd')];
    serveJson('/api/3/action/package_search', { success: true, result: { count: results.length, results } });
    const mixed = await run(uid, { isDeletionConfirmed: true });
    expect(outcomes(mixed)).toEqual({
      a: 'unchanged',
      b: 'unchanged',
      c: 'unchanged',
      d: 'unchanged',
      large: 'failed',
    });
    expect(entryOf(mixed, 'a').error).toContain('The source has several datasets with this identifier.');
    expect(entryOf(mixed, 'large').error).toContain('more than 900000 characters');
    expect(mixed).toMatchObject({ hasError: false, attachedDatasetCount: 4 });
  });

  test('ends where its list has no end', async () => {
    const result = (start: number) => ({ count: 1_000_000, results: [{ id: `n${start % 3}`, title: 'Again' }] });
    feeds.answers.set('/api/3/action/package_search', ({ searchParams }) => ({
      body: JSON.stringify({ success: true, result: result(Number(searchParams.get('start'))) }),
    }));
    const uid = await create('ckan', { url: feeds.url, metadata_only: true });
    expect(await run(uid)).toMatchObject({ hasError: true, attachedDatasetCount: 3 });
    expect(await messageOf(uid)).toContain('its list repeats the same datasets');
  });

  test('keeps what arrived before its list broke off in the outcomes of the run', async () => {
    const uid = await create('ckan', { url: feeds.url });
    const results = [{ id: 'a', title: 'A' }];
    serveJson('/api/3/action/package_search', { success: true, result: { count: 1, results } });
    await run(uid);
    feeds.answers.set('/api/3/action/package_search', ({ searchParams }) => ({
      body: JSON.stringify({
        success: true,
        result: { count: 2, results: searchParams.get('start') === '0' ? results : [] },
      }),
    }));
    expect(await run(uid)).toMatchObject({ hasError: true, harvestedDatasetCount: 1 });
    expect(outcomes(await read(uid))).toEqual({ a: 'unchanged' });
    expect(await messageOf(uid)).toContain('its list ends after 1 of 2 entries');
    expect(await preview('ckan', { url: feeds.url })).toEqual({
      totalCount: 2,
      datasets: [{ remoteId: 'a', title: 'A' }],
      problems: [expect.stringContaining('its list ends after 1 of 2 entries')],
    });
  });
});

describe('The list of a source', () => {
  test('is confirmed by the time of its last change too, where that is a minute ago', async () => {
    const modified = new Date(Date.now() - 3_600_000).toUTCString();
    const answers: number[] = [];
    feeds.answers.set('/data.json', (_url, headers) => {
      const status = headers['if-modified-since'] === modified ? 304 : 200;
      answers.push(status);
      const body = status === 304 ? '' : JSON.stringify(dataJson({ id: 'trees' }));
      return { status, headers: { 'last-modified': modified }, body };
    });
    const uid = await create('datajson', { url: `${feeds.url}/data.json` });
    expect(outcomes(await run(uid))).toEqual({ trees: 'created' });
    expect(outcomes(await run(uid))).toEqual({ trees: 'unchanged' });
    expect(answers).toEqual([200, 304]);
  });

  test('is not read again where the source confirms it, until something is missing or configured anew', async () => {
    let body = JSON.stringify(dataJson({ id: 'trees' }, { id: 'lamps' }));
    const answers: number[] = [];
    feeds.answers.set('/data.json', (_url, headers) => {
      const etag = `"${Buffer.from(body).toString('base64url').slice(0, 200)}${body.length}"`;
      const isKnown = headers['if-none-match'] === etag;
      answers.push(isKnown ? 304 : 200);
      return isKnown ? { status: 304, headers: { etag } } : { headers: { etag }, body };
    });
    const uid = await create('datajson', { url: `${feeds.url}/data.json` });
    const unchanged = { trees: 'unchanged', lamps: 'unchanged' };
    const first = await run(uid);
    expect(outcomes(first)).toEqual({ trees: 'created', lamps: 'created' });
    expect(outcomes(await run(uid))).toEqual(unchanged);
    expect(await run(uid)).toMatchObject({ hasError: false, remoteDatasetCount: 2, harvestedDatasetCount: 2 });
    expect(answers).toEqual([200, 304, 304]);
    const remove = 'mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }';
    await admin.data(remove, { input: { uid: entryOf(first, 'trees').dataset.uid } });
    expect(outcomes(await run(uid))).toEqual({ ...unchanged, trees: 'created' });
    const update = 'mutation ($input: UpdateHarvesterInput!) { updateHarvester(input: $input) { harvester { uid } } }';
    await admin.data(update, { input: { uid, forcedMetadata: { default: { publisher: 'Us' } } } });
    expect(outcomes(await run(uid))).toEqual({ trees: 'updated', lamps: 'updated' });
    body = JSON.stringify(dataJson({ id: 'trees' }, { id: 'lamps', title: 'New lamps' }));
    expect(outcomes(await run(uid))).toEqual({ trees: 'unchanged', lamps: 'updated' });
    expect(answers).toEqual([200, 304, 304, 200, 200, 200]);
    body = JSON.stringify(dataJson({ id: 'trees' }, { id: 'lamps', title: 'New lamps', ...csvAt('nowhere') }));
    await run(uid);
    await run(uid);
    expect(answers.slice(6)).toEqual([200, 200]);
  });

  test('stays unread where robots.txt names this service, and only then', async () => {
    const url = serveJson('/open/data.json', dataJson({ id: 'trees' }));
    serveText('/robots.txt', 'User-agent: *\nDisallow: /\n', 'text/plain');
    const uid = await create('datajson', { url });
    expect(outcomes(await run(uid))).toEqual({ trees: 'created' });
    expect(feeds.requests).toEqual(['/robots.txt', '/open/data.json']);
    serveText('/robots.txt', 'User-agent: catalograph\nDisallow: /open/\nAllow: /open/public\n', 'text/plain');
    expect(await run(uid)).toMatchObject({ hasError: true, attachedDatasetCount: 1 });
    expect(await messageOf(uid)).toContain('its robots.txt asks Catalograph not to read');
    serveText('/robots.txt', 'User-agent: catalograph\nDisallow: /elsewhere\n', 'text/plain');
    expect(await run(uid)).toMatchObject({ hasError: false });
    feeds.answers.set('/robots.txt', () => ({ status: 503 }));
    expect(await run(uid)).toMatchObject({ hasError: false });
  });

  test('shows what a run changed in each dataset, within bounds', async () => {
    const many = (suffix: string) =>
      Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`extra${index}`, `${suffix}${index}`]));
    const ckan = (extras: object, title: string) => ({
      success: true,
      result: {
        count: 1,
        results: [{ id: 'a', title, extras: Object.entries(extras).map(([key, value]) => ({ key, value })) }],
      },
    });
    serveJson('/api/3/action/package_search', ckan({}, 'Old'));
    const uid = await create('ckan', { url: feeds.url });
    expect(entryOf(await run(uid), 'a')).toMatchObject({ outcome: 'created', changeCount: 0, changes: [] });
    serveJson('/api/3/action/package_search', ckan({}, 'x'.repeat(900)));
    expect(entryOf(await run(uid), 'a')).toMatchObject({
      outcome: 'updated',
      changeCount: 1,
      changes: [{ field: 'default.title', before: 'Old', after: expect.stringMatching(/^x{299}…$/) }],
    });
    serveJson('/api/3/action/package_search', ckan(many('v'), 'New'));
    const changed = entryOf(await run(uid), 'a');
    expect(changed).toMatchObject({ outcome: 'updated', changeCount: 81 });
    expect(changed.changes).toHaveLength(50);
    expect(changed.changes[0]).toEqual({ field: 'custom.extra0', before: null, after: 'v0' });
    expect(entryOf(await run(uid), 'a')).toMatchObject({ outcome: 'unchanged', changeCount: 0, changes: [] });
  });
});

describe('Files', () => {
  test('are stored and published from here with download_resources, and referenced without', async () => {
    const csv = serveText('/trees.csv', 'code\n7\n', 'text/csv');
    const gone = serveText('/page.csv', '<!DOCTYPE html><html>Moved</html>', 'text/html');
    const url = serveJson('/data.json', dataJson({ id: 'trees', ...csvAt(csv) }, { id: 'page', ...csvAt(gone) }));
    const stored = await create('datajson', { url, download_resources: true });
    const first = await run(stored);
    const trees = entryOf(first, 'trees').dataset;
    expect(trees.resources.nodes).toEqual([{ title: 'Table', type: 'csvfile', datasource: { type: 'uploaded_file' } }]);
    expect(entryOf(first, 'page')).toMatchObject({
      outcome: 'created',
      error: 'Table: The source could not be read: it is a web page in place of the file.',
      dataset: { resources: { nodes: [] } },
    });
    const referenced = entryOf(await run(await create('datajson', { url })), 'trees').dataset;
    expect(referenced.resources.nodes).toEqual([{ title: 'Table', type: 'csvfile', datasource: { type: 'http' } }]);
    // the portal is gone when the records are read
    feeds.answers.clear();
    await runAndFinish(admin, 'publishDataset', trees.uid);
    expect(await recordsOf(app, trees.uid)).toEqual([{ code: 7 }]);
    await runAndFinish(admin, 'publishDataset', referenced.uid);
    expect(
      (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { status { status message } } }', referenced))
        .dataset.status,
    ).toMatchObject({ status: 'error', message: expect.stringContaining('404') });
  });
});
