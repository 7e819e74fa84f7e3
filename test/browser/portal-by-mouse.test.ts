import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testApp, type TestApp } from '../support/app.ts';
import { publishedFeatures } from '../support/datasets/features.ts';
import { runAndFinish } from '../support/datasets/publishing.ts';
import { browserTest } from '../support/http/browser.ts';
import { changeForm } from '../support/portal/forms.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const byMouse = await testApp({ FETCH_ALLOW: web.host });
const byRequests = await testApp({ FETCH_ALLOW: web.host });
const address = await byMouse.http.listen({ port: 0, host: '127.0.0.1' });

const explore = (app: TestApp, path: string) => app.unauthenticated.request('GET', `/api/explore/v2.1/catalog/${path}`);

/** Nine files of the same records, in the formats that the service writes, and one as a European office writes it. */
async function sampleFiles(): Promise<{ name: string; content: Buffer }[]> {
  const uid = await publishedFeatures(
    byRequests,
    web,
    [1, 2, 3].map((at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [13.5 + at, 51.25] },
      properties: { name: `Tree ${at}`, height: at + 0.5, planted: `2001-02-0${at}` },
    })),
  );
  const files = [];
  for (const [format, ending] of Object.entries({ ...plainFormats, shp: 'zip' })) {
    const { rawPayload } = await byRequests.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`);
    files.push({ name: `trees_as_${format}.${ending}`, content: rawPayload });
  }
  await byRequests.admin.data(`mutation { deleteDataset(input: { uid: "${uid}" }) { deletedId } }`);
  const european = 'Baum;H\xf6he;gepflanzt;PLZ\nAhorn;1.234,50;31.12.1999;01067\nEiche;12,75;01.02.2001;04109\n';
  return [...files, { name: 'baeume.csv', content: Buffer.from(european, 'latin1') }];
}

const plainFormats = {
  ...{ csv: 'csv', json: 'json', jsonl: 'jsonl', xlsx: 'xlsx' },
  ...{ parquet: 'parquet', geojson: 'geojson', kml: 'kml', gpx: 'gpx' },
};
const files = await sampleFiles();
const benches = web.serve('/benches.csv', 'bench,wood\nNorth,oak\nSouth,beech\n');

/** Follows a link of the screens, as a steward does. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens for stewards' }).getByRole('link', { name, exact: true }).click();
}

/** Makes a change after a look at it. */
async function confirm(page: Page, first: string, last = first): Promise<void> {
  await page.getByRole('button', { name: first, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: last, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens the screens with the administrator's key, which is entered once. */
async function openScreens(page: Page): Promise<void> {
  await page.goto(`${address}/admin`);
  await page.getByRole('main').getByRole('button', { name: 'Enter key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('test-administrator-key');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens for stewards' }).waitFor();
}

browserTest(
  'ten files of different formats and an address become public datasets, one after the other',
  async (open) => {
    const { page } = await open();
    await openScreens(page);
    await goTo(page, 'New dataset');
    await page
      .getByLabel('Drop files here, or choose them')
      .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: '', buffer: content })));
    for (const [at] of files.entries()) {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.locator('.state.idle').getByText('published', { exact: true }).waitFor();
      const next = files[at + 1];
      if (next) await page.getByRole('button', { name: `Read ${next.name}` }).click();
    }
    await page.getByRole('button', { name: 'Another dataset' }).click();
    await page.getByLabel('Or the address of a file').fill(benches);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.state.idle').getByText('published', { exact: true }).waitFor();

    // it is read again each Friday
    await page.getByRole('link', { name: 'Edit the dataset' }).click();
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every week');
    await page.getByRole('combobox', { name: 'Day of the week' }).selectOption('Friday');
    await confirm(page, 'Show what will change', 'Save');
    await page.getByText(/^Next run: /).waitFor();
  },
);

browserTest('a form and a page are written and published', async (open) => {
  const { page } = await open();
  await openScreens(page);
  await goTo(page, 'Forms');
  await page.getByRole('link', { name: 'New form' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Report a tree');
  await page.getByLabel('Identifier').fill('report-tree');
  await confirm(page, 'Show what will change', 'Save');
  await page.getByRole('heading', { level: 1, name: 'Report a tree' }).waitFor();
  await page.getByLabel('New question').selectOption('Text');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.locator('.sortable summary').filter({ hasText: 'Text' }).click();
  await page.getByLabel('Question', { exact: true }).fill('What do you see?');
  await confirm(page, 'Show what will change', 'Save');
  await confirm(page, 'Publish');
  await page.getByText('Published: version 1.', { exact: false }).waitFor();

  await goTo(page, 'Pages');
  await page.getByRole('link', { name: 'New page' }).click();
  await page.getByRole('heading', { level: 1, name: 'New page' }).waitFor();
  await page.getByLabel('Title').fill('About');
  await page.getByLabel('Slug in the address').fill('about');
  await confirm(page, 'Show what will change', 'Save');
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.getByLabel('Text in HTML').fill('<p>All trees of the town.</p>');
  await confirm(page, 'Show what will change', 'Save');
  await confirm(page, 'Publish');
  await page.getByRole('button', { name: 'Unpublish' }).waitFor();
});

browserTest('two people get different rights: one may create datasets, the other edits one', async (open) => {
  const { page } = await open();
  await openScreens(page);
  for (const [username, right] of [
    ['ada', 'create_dataset'],
    ['grace', undefined],
  ] as const) {
    await goTo(page, 'People');
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('User', { exact: true }).fill(username);
    if (right !== undefined) await page.getByRole('checkbox', { name: right }).check();
    await confirm(page, 'Show what will change', 'Save');
    await page.getByRole('heading', { level: 1, name: username }).waitFor();
  }
  await goTo(page, 'Datasets');
  await page.getByRole('link', { name: 'Benches' }).click();
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  await page.getByRole('combobox', { name: 'User' }).first().fill('grace');
  await page.keyboard.press('Enter');
  await page.locator('summary').filter({ hasText: 'grace' }).click();
  await page.getByRole('checkbox', { name: 'edit', exact: true }).check();
  await confirm(page, 'Show what will change', 'Save');
  await page.getByText('Saved. Visitors see it when').waitFor();
});

browserTest('the API shows the same portal as one that was made by requests', async () => {
  await makeByRequests(byRequests);
  const mouse = await portalOf(byMouse);
  expect(mouse).toEqual(await portalOf(byRequests));
  expect(mouse.datasets).toHaveLength(11);
  expect(mouse.datasets).toContainEqual(
    expect.objectContaining({
      title: 'Baeume',
      records: [
        { baum: 'Ahorn', hohe: 1234.5, gepflanzt: '1999-12-31', plz: '01067' },
        { baum: 'Eiche', hohe: 12.75, gepflanzt: '2001-02-01', plz: '04109' },
      ],
    }),
  );
});

/** What the API says of a portal. */
async function portalOf(app: TestApp) {
  const { datasets, ...portal } = await app.admin.data(`{
    datasets(first: 20, orderBy: { field: DATASET_ID }) { nodes {
      datasetId title isPublished isRestricted
      resources { nodes { title type params } } processors { nodes { type params } } schedules { nodes { cronSchedule } }
      userRulesets { nodes { user { username } permissions } }
    } }
    form(slug: "report-tree") { version title sections { blocks { type label isRequired } } }
    pageConfigurations { nodes { slug isDraftPublished ... on CodeEditorPageConfiguration { translations { language title html } } } }
    users { nodes { username permissions isActive } }
  }`);
  const withRecords = [];
  for (const dataset of datasets.nodes) {
    const { body } = await explore(app, `datasets/${dataset.datasetId}/records`);
    withRecords.push({ ...dataset, records: body.results });
  }
  return { ...portal, datasets: withRecords };
}

async function makeByRequests({ admin }: TestApp): Promise<void> {
  const sources = [
    ...files.map(({ name, content }) => ({ name, content, datasource: { uploadedFile: { file: { uid: name } } } })),
    { name: 'benches.csv', content: undefined, datasource: { http: { connection: { url: benches } } } },
  ];
  for (const { name, content, datasource } of sources) {
    const words = name.replace(/\.\w+$/, '').replaceAll('_', ' ');
    const title = words.charAt(0).toUpperCase() + words.slice(1);
    const { createDataset } = await admin.data(
      'mutation ($title: String!) { createDataset(input: { title: $title }) { dataset { uid } } }',
      { title },
    );
    const { uid: datasetUid } = createDataset.dataset;
    if (content) await admin.upload(`/datasets/${String(datasetUid)}/resources/files/`, name, content);
    const source = { datasetUid, datasource };
    const { guessExtractors } = await admin.data(
      'query ($input: GuessExtractorsInput!) { guessExtractors(input: $input) { type } }',
      { input: source },
    );
    const [{ type }] = guessExtractors;
    const { guessExtractorParams } = await admin.data(
      'query ($input: GuessExtractorParamsInput!) { guessExtractorParams(input: $input) { params } }',
      { input: { ...source, type } },
    );
    const { params } = guessExtractorParams;
    const { previewResource } = await admin.data(
      'query ($input: PreviewResourceInput!) { previewResource(input: $input) { proposals { type params } } }',
      { input: { ...source, type, params } },
    );
    await admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId } }', {
      input: {
        datasetUid,
        resources: [{ title: name, type, params, datasource }],
        processors: previewResource.proposals,
        ...(content ? {} : { schedules: [{ cronSchedule: '0 3 * * 5' }] }),
      },
    });
    expect(await runAndFinish(admin, 'publishDataset', datasetUid)).toMatchObject({ status: 'idle' });
    if (!content) await admin.data(people, { datasetUid });
  }
  await changeForm(admin, 'createForm', {
    ...{ slug: 'report-tree', title: 'Report a tree' },
    sections: [{ blocks: [{ fieldId: 'q1', type: 'text', label: 'What do you see?' }] }],
  });
  await changeForm(admin, 'publishForm', { slug: 'report-tree' });
  const { createCodeEditorPage } = await admin.data(
    'mutation ($input: CreateCodeEditorPageInput!) { createCodeEditorPage(input: $input) { configuration { uid } } }',
    {
      input: {
        slug: 'about',
        translations: [{ language: 'en', title: 'About', html: '<p>All trees of the town.</p>' }],
      },
    },
  );
  await admin.data('mutation ($uid: ID!) { publishPage(input: { uid: $uid }) { __typename } }', {
    uid: createCodeEditorPage.configuration.uid,
  });
}

const people = `mutation ($datasetUid: ID!) {
  ada: createUser(input: { username: "ada", permissions: [create_dataset] }) { user { username } }
  grace: createUser(input: { username: "grace" }) { user { username } }
  createUserRuleset(input: { datasetUid: $datasetUid, user: { username: "grace" }, permissions: [edit_dataset] }) { userRuleset { id } }
}`;
