import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseJson } from '../../../src/kernel/json.ts';
import { JsonText } from '../../../src/kernel/json-text.ts';
import type { DatabaseClient } from '../../../src/platform/database/database-client.ts';
import { gatewayFields, gatewayList } from '../../../bench/operations/documents.ts';
import { createFixture } from '../../contract/fixture/fixture.ts';
import { pathOf } from '../../contract/requests/request.ts';
import { routedOperations, routesOf } from '../../contract/requests/operations.ts';
import { testApp } from '../../support/app.ts';
import { publishedTowns } from '../../support/datasets/explore.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

/** The persisted queries whose answers REST passes on as the texts of the database. */
const passedOn = [
  'ListCodeEditorPages',
  'ListConnections',
  'ListDatasetAttachments',
  'ListDatasetFeedbacks',
  'ListDatasets',
  'ListExploreRecords',
  'ListGlossaryTerms',
  'ListGroupRulesets',
  'ListSchedules',
  'ListStudioPages',
  'ListUserRulesets',
  'ListVersions',
  'RetrieveCodeEditorPage',
  'RetrieveConnection',
  'RetrieveExploreRecord',
  'RetrieveGlossaryTerm',
  'RetrieveStudioPage',
];

/** Why the answers of the other persisted queries are parsed, or computed. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'the answer is a part of an object, which is one text': [
    'ListAllDatasetMetadata',
    'ListTemplateDatasetMetadata',
    'RetrieveDataset',
    'RetrieveDatasetAttachment',
    'RetrieveDatasetFeedback',
    'RetrieveDatasetStatus',
    'RetrieveFormQuota',
    'RetrieveGroupRuleset',
    'RetrieveResourceFile',
    'RetrieveSchedule',
    'RetrieveUserRuleset',
    'RetrieveVersion',
  ],
  'an asset is one text, because its fields depend on its type': ['ListAssetSources', 'ListAssetUses'],
  'the contract leaves out, moves or renames members': [
    'ListFieldConfigurations',
    'ListProcessors',
    'ListResources',
    'RetrieveCodeEditorPageTranslation',
    'RetrieveFieldConfiguration',
    'RetrieveForm',
    'RetrieveMetadata',
    'RetrieveProcessor',
    'RetrieveResource',
    'RetrieveSubmission',
  ],
  'code computes values: labels by language, the body of a dataset, facets, links': [
    'ListExploreAttachments',
    'ListExploreCatalogExports',
    'ListExploreCatalogFacets',
    'ListExploreDatasets',
    'ListExploreExports',
    'ListExploreFacets',
    'ListIdentityProviders',
    'RetrieveCatalogPage',
    'RetrieveExploreCatalog',
    'RetrieveExploreDataset',
    'RetrieveExploreRoot',
  ],
  'the answer is a list of the program, or a preview of a source': [
    'GuessResourceExtractorParams',
    'GuessResourceExtractors',
    'GuessUnsavedExtractorParams',
    'GuessUnsavedExtractors',
    'ListExtractors',
    'ListMetadataTemplateFields',
    'ListMetadataTemplates',
    'ListProcessorTypes',
    'PreviewResource',
    'PreviewUnsavedResource',
    'RetrieveMetadataTemplate',
    'RetrieveMetadataTemplateField',
  ],
  'the answer is no JSON, or no answer of its own': [
    'CountCatalogPages',
    'CountExploreCall',
    'DatasetRights',
    'DownloadCatalogAttachment',
    'DownloadDatasetAttachment',
    'DownloadExploreAttachment',
    'DownloadExploreFile',
    'DownloadResourceFile',
    'DownloadSubmissions',
    'ExportExploreCatalog',
    'ExportExploreRecords',
    'ListCatalogPages',
    'RetrieveCatalogAsset',
    'RetrieveSubmissionImage',
  ],
};

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const towns = await publishedTowns(app, web);
const fixture = await createFixture(app, 'a');
const explore = '/api/explore/v2.1/catalog/datasets';

/** The texts that the database returned, and those that were parsed. */
let [returned, parsed]: [string[], string[]] = [[], []];
const noting = (database: DatabaseClient): DatabaseClient => ({
  async rows(...statement) {
    const rows = await database.rows<never>(...statement);
    returned.push(...rows.flatMap((row) => Object.values<unknown>(row)).filter((value) => typeof value === 'string'));
    return rows;
  },
  async texts(...statement) {
    const found = await database.texts(...statement);
    returned.push(...(found ?? []).filter((text) => text !== null));
    return found;
  },
  inSnapshot: (work) => database.inSnapshot((snapshot) => work(noting(snapshot))),
});
const { db, exploreDb } = app.services;
Object.assign(app.services, { db: noting(db), exploreDb: noting(exploreDb) });
Object.defineProperty(JsonText.prototype, 'value', {
  get(this: JsonText): unknown {
    parsed.push(this.text);
    return parseJson(this.text);
  },
});

const isObjectOrList = (text: string): boolean => /^[[{]./.test(text) && text !== '[]' && text !== '{}';

/** Whether an answer contains a text that the database returned, and no object or list was parsed for it. */
async function isPassedOn(url: string, payload?: object): Promise<boolean> {
  [returned, parsed] = [[], []];
  const headers = { authorization: 'Apikey test-administrator-key' };
  const { statusCode, body } = await app.http.inject({ url, headers, ...(payload && { method: 'POST', payload }) });
  expect([url, statusCode]).toEqual([url, 200]);
  const lines = returned.flatMap((text) => text.split('\n')).filter(isObjectOrList);
  return lines.some((line) => body.includes(line)) && !parsed.some(isObjectOrList);
}

test('every persisted query is passed on, or has a reason why it is not', () => {
  const folder = 'schema/operations';
  const documents = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const queries = documents.flatMap((text) => [...text.matchAll(/^query (\w+)/gm)].map(([, name]) => name));
  expect([...passedOn, ...Object.values(reasons).flat()].toSorted()).toEqual(queries.toSorted());
});

test('REST passes on the texts of these queries, and of no others', async () => {
  const [record] = (await app.http.inject({ url: `${explore}/${towns}/records?select=_id&limit=1` })).json().results;
  const addresses = [
    ...routedOperations
      .filter(({ method }) => method === 'GET')
      .flatMap((operation) =>
        routesOf(operation).map((route) => [route.operation, operation.api.base + pathOf(operation, fixture)] as const),
      ),
    ['ListExploreDatasets', explore] as const,
    ['ListExploreAttachments', `${explore}/${towns}/attachments`] as const,
    ['ListExploreFacets', `${explore}/${towns}/facets`] as const,
    ['ListExploreRecords', `${explore}/${towns}/records?limit=3`] as const,
    ['RetrieveCatalogPage', `/catalog/datasets/${towns}/`] as const,
    ['RetrieveExploreDataset', `${explore}/${towns}`] as const,
    ['RetrieveExploreRecord', `${explore}/${towns}/records/${String(record._id)}`] as const,
  ];
  const found: string[] = [];
  for (const [operation, address] of addresses) if (await isPassedOn(address)) found.push(operation);
  expect(found.toSorted()).toEqual(passedOn);
});

test.each([
  ['groups of records', `/${towns}/records?group_by=country`],
  ['rows of the catalog', '?select=title'],
  ['groups of the catalog', '?select=count(*)&group_by=publisher'],
  ['the selected row of a dataset', `/${towns}?select=title`],
])('the Explore API passes on %s', async (_rows, address) => {
  expect(await isPassedOn(explore + address)).toBe(true);
});

test('only the links of records need their identifiers', async () => {
  expect(await isPassedOn(`${explore}/${towns}/records?limit=2&include_links=true`)).toBe(false);
});

test.each(['dataset', 'parts', 'deep'] as const)(
  'the graph passes on the %s fields of the benchmark',
  async (fields) => {
    const query = gatewayList(`${gatewayFields.dataset} ${gatewayFields[fields]}`, 1).offset;
    // the first dataset has no realtime resource, whose address contains a secret
    expect(await isPassedOn('/graphql', { query, variables: { offset: 0 } })).toBe(true);
  },
);
