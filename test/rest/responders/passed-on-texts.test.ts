import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { JsonText, parseJson } from '#kernel/json.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { gatewayFields, gatewayList } from '../../../bench/operations/documents.ts';
import { createFixture } from '#test/contract/fixture/fixture.ts';
import { pathOf } from '#test/contract/requests/request.ts';
import { routedOperations, routesOf } from '#test/contract/requests/operations.ts';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

/** The persisted queries whose answers REST passes on as the bytes of the database, without making strings of them. */
const passedOn = [
  'ListAssetSources',
  'ListAssetUses',
  'ListCodeEditorPageConfigurationGroupRulesets',
  'ListCodeEditorPageConfigurationUserRulesets',
  'ListCodeEditorPageConfigurations',
  'ListCodeEditorPages',
  'ListDatasetAlternativeExports',
  'ListDatasetAttachments',
  'ListDatasetFeedbacks',
  'ListDatasetMetadata',
  'ListDatasets',
  'ListDatasourceConnections',
  'ListFieldConfigurations',
  'ListGlossaryTerms',
  'ListGroupRulesets',
  'ListGroupUsers',
  'ListGroups',
  'ListHarvesterSchedules',
  'ListHarvesters',
  'ListIdentityProviders',
  'ListKeys',
  'ListProcessors',
  'ListResources',
  'ListSchedules',
  'ListStudioPageConfigurationGroupRulesets',
  'ListStudioPageConfigurationUserRulesets',
  'ListStudioPageConfigurations',
  'ListStudioPages',
  'ListThemeImages',
  'ListUserRulesets',
  'ListUsers',
  'ListVersions',
  'RetrieveApiKey',
  'RetrieveCatalogDatasetValues',
  'RetrieveCodeEditorPage',
  'RetrieveCodeEditorPageConfiguration',
  'RetrieveCodeEditorPageConfigurationGroupRuleset',
  'RetrieveCodeEditorPageConfigurationUserRuleset',
  'RetrieveDatasetAlternativeExport',
  'RetrieveDatasetAttachment',
  'RetrieveDatasetFeedback',
  'RetrieveDatasetStatus',
  'RetrieveDatasourceConnection',
  'RetrieveFieldConfiguration',
  'RetrieveForm',
  'RetrieveFormQuota',
  'RetrieveGlossaryTerm',
  'RetrieveGroup',
  'RetrieveGroupRuleset',
  'RetrieveHarvester',
  'RetrieveHarvesterSchedule',
  'RetrieveProcessor',
  'RetrieveResource',
  'RetrieveResourceFile',
  'RetrieveSchedule',
  'RetrieveStudioPage',
  'RetrieveStudioPageConfiguration',
  'RetrieveStudioPageConfigurationGroupRuleset',
  'RetrieveStudioPageConfigurationUserRuleset',
  'RetrieveUser',
  'RetrieveUserRuleset',
  'RetrieveVersion',
];

/** The persisted queries whose answers REST passes on as the texts of the database, which are separated, and cached for records. */
const passedOnAsTexts = ['ListCatalogRecords', 'ListCatalogRows', 'RetrieveCatalogRecord'];

/** Why the answers of the other persisted queries are parsed, or computed. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'the answer is a part of an object, which is one text': [
    'ListDatasourceConnectionGroupRulesets',
    'ListDatasourceConnectionUserRulesets',
    'RetrieveDataset',
    'RetrieveDatasetMetadataTemplate',
    'RetrieveDatasourceConnectionGroupRuleset',
    'RetrieveDatasourceConnectionUserRuleset',
  ],
  'the contract leaves out, moves or renames members': [
    'RetrieveCodeEditorPageTranslation',
    'RetrieveDatasetMetadataField',
    'RetrieveSubmission',
  ],
  'code computes values: labels by language, facets, links': [
    'ListCatalogAttachments',
    'ListCatalogExports',
    'ListCatalogFacets',
    'ListCatalogRecordExports',
    'ListCatalogRowsFacets',
    'RetrieveCatalogDatasetHead',
    'RetrieveCatalogDatasetPage',
    'RetrieveHarvesterErrors',
    'RetrievePortalSettings',
  ],
  'the answer is a list of the program, or a preview of a source': [
    'GuessDatasetResourceExtractorParams',
    'GuessDatasetResourceExtractors',
    'GuessExtractorParams',
    'GuessExtractors',
    'ListExtractors',
    'ListMetadataTemplateFields',
    'ListMetadataTemplates',
    'ListProcessorTypes',
    'PreviewDatasetResource',
    'PreviewResource',
    'RetrieveHarvesterPreview',
    'RetrieveMetadataTemplate',
    'RetrieveMetadataTemplateField',
    'SuggestMetadataTemplateValues',
  ],
  'the answer is no JSON, or no answer of its own': [
    'CountCatalogCall',
    'CountCatalogPages',
    'DownloadCatalogAlternativeExport',
    'DownloadCatalogAttachment',
    'DownloadCatalogDatasetAttachment',
    'DownloadCatalogFile',
    'DownloadDatasetAlternativeExport',
    'DownloadDatasetAttachment',
    'DownloadPublishedFile',
    'DownloadResourceFile',
    'DownloadSubmissions',
    'ExportCatalogRecords',
    'ExportUsers',
    'FindApiKeyByText',
    'FindCodeEditorPageConfiguration',
    'FindStudioPageConfiguration',
    'ListCatalogPages',
    'ListFormsOfCatalog',
    'RetrieveAsset',
    'RetrieveCatalogExport',
    'RetrieveDatasetRights',
    'RetrieveGroupReferences',
    'RetrieveSubmissionImage',
  ],
};

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, RECORDS_IN_MEMORY_MB: '0' });
const towns = await publishedTowns(app, web);
const fixture = await createFixture(app, 'a');
const explore = '/api/explore/v2.1/catalog/datasets';

/** The texts that the database and the column engine returned, those of which a string was made, and those that were parsed. */
let [returned, decoded, parsed]: [string[], string[], string[]] = [[], [], []];
/** Notes when a string is made of a column. */
const notingStrings = (column: Buffer): Buffer => {
  const text = column.toString();
  returned.push(text);
  for (const method of ['toString', 'utf8Slice', 'latin1Slice', 'asciiSlice'] as const)
    Object.defineProperty(column, method, {
      value: (...range: readonly never[]) => {
        const read: string = Reflect.apply(Buffer.prototype[method], column, range);
        decoded.push(read);
        return read;
      },
    });
  return column;
};
const noting = (database: DatabaseClient): DatabaseClient => ({
  async rows(...statement) {
    const rows = await database.rows<never>(...statement);
    const texts = rows.flatMap((row) => Object.values<unknown>(row)).filter((value) => typeof value === 'string');
    returned.push(...texts);
    decoded.push(...texts);
    return rows;
  },
  async texts(...statement) {
    const found = await database.texts(...statement);
    return found?.map((column) => column && notingStrings(column));
  },
  send: (...statement) => database.send(...statement),
  inSnapshot: (work) => database.inSnapshot((snapshot) => work(noting(snapshot))),
});
const { db, exploreDb, columnEngine } = app.services;
Object.assign(app.services, {
  db: noting(db),
  exploreDb: noting(exploreDb),
  columnEngine: {
    ...columnEngine,
    async rows(...statement: Parameters<typeof columnEngine.rows>) {
      const rows = await columnEngine.rows(...statement);
      const texts = rows.flat().filter((text) => text !== null);
      returned.push(...texts);
      decoded.push(...texts);
      return rows;
    },
  },
});
Object.defineProperty(JsonText.prototype, 'value', {
  get(this: JsonText): unknown {
    const text = this.json.toString();
    parsed.push(text);
    return parseJson(text);
  },
});

/**
 * Whether a text is an object or a list, but not a value to finalize alone, which begins with `[\r`, and not what a caller sees of a generation, which is
 * no part of an answer.
 */
const isObjectOrList = (text: string): boolean =>
  /^[[{][^\r]/.test(text) && text !== '[]' && text !== '{}' && !text.startsWith('{"stored" : ');

/** The parts of a text around its values to finalize. */
const partsAround = (text: string): string[] => text.split(/\[\r[^\r]*\r\]/);

/**
 * How an answer was made: of bytes or texts that the database returned, or of others. No object or list was parsed for `bytes` and `texts`, and no string
 * was made of one for `bytes`, except of values to finalize.
 */
async function wayOf(url: string, payload?: object): Promise<'bytes' | 'texts' | 'others'> {
  [returned, decoded, parsed] = [[], [], []];
  const headers = { authorization: 'Apikey test-administrator-key' };
  const { statusCode, body } = await app.http.inject({ url, headers, ...(payload && { method: 'POST', payload }) });
  expect([url, statusCode]).toEqual([url, 200]);
  const lines = returned.flatMap((text) => text.split('\n')).filter(isObjectOrList);
  if (!lines.some((line) => partsAround(line).every((part) => body.includes(part))) || parsed.some(isObjectOrList))
    return 'others';
  return decoded.some(isObjectOrList) ? 'texts' : 'bytes';
}

test('every persisted query is passed on, or has a reason why it is not', () => {
  const folder = 'schema/operations';
  const documents = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const queries = documents.flatMap((text) => [...text.matchAll(/^query (\w+)/gm)].map(([, name]) => name));
  expect([...passedOn, ...passedOnAsTexts, ...Object.values(reasons).flat()].toSorted()).toEqual(queries.toSorted());
});

test('REST passes on the bytes and texts of these queries, and of no others', async () => {
  const [record] = (await app.http.inject({ url: `${explore}/${towns}/records?select=_id&limit=1` })).json().results;
  const addresses = [
    ...routedOperations
      .filter(({ method }) => method === 'GET')
      // a new harvester has had no run, and its preview reads a source
      .filter(({ path }) => !/harvester_uid\}\/(errors|preview)\/$/.test(path))
      .flatMap((operation) =>
        routesOf(operation).map((route) => {
          const query = operation.path.endsWith('/suggest/') ? '?query=a' : '';
          return [route.operation, operation.api.base + pathOf(operation, fixture) + query] as const;
        }),
      ),
    ['ListCatalogRows', explore] as const,
    ['ListCatalogAttachments', `${explore}/${towns}/attachments`] as const,
    ['ListCatalogFacets', `${explore}/${towns}/facets`] as const,
    ['ListCatalogRecords', `${explore}/${towns}/records?limit=3`] as const,
    ['RetrieveCatalogDatasetPage', `/catalog/datasets/${towns}/`] as const,
    ['RetrieveCatalogDatasetValues', `${explore}/${towns}`] as const,
    ['RetrieveCatalogRecord', `${explore}/${towns}/records/${String(record._id)}`] as const,
  ];
  const found: Record<Awaited<ReturnType<typeof wayOf>>, string[]> = { bytes: [], texts: [], others: [] };
  for (const [operation, address] of addresses) found[await wayOf(address)].push(operation);
  expect(found.bytes.toSorted()).toEqual(passedOn);
  expect(found.texts.toSorted()).toEqual(passedOnAsTexts);
});

test.each([
  ['groups of records', `/${towns}/records?group_by=country`],
  ['rows of the catalog', '?select=title'],
  ['groups of the catalog', '?select=count(*)&group_by=publisher'],
  ['datasets with links and all templates', '?include_links=true&include_app_metas=true'],
  ['the selected row of a dataset', `/${towns}?select=title`],
])('the Explore API passes on %s', async (_rows, address) => {
  expect(await wayOf(explore + address)).toBe('texts');
});

test('only the links of records need their identifiers', async () => {
  expect(await wayOf(`${explore}/${towns}/records?limit=2&include_links=true`)).toBe('others');
});

test.each(['dataset', 'parts', 'deep'] as const)(
  'the graph passes on the %s fields of the benchmark',
  async (fields) => {
    const query = gatewayList(`${gatewayFields.dataset} ${gatewayFields[fields]}`, 1).offset;
    // the first dataset has no realtime resource, whose address contains a secret
    expect(await wayOf('/graphql', { query, variables: { offset: 0 } })).toBe('bytes');
  },
);
