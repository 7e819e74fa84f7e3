import { nodeId } from '#api/node.type.ts';
import { relation, root, source } from '#api/reading/declare-source.ts';
import { parseTitleSearch, titleMatches } from '#api/reading/title-search.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { catalogDatasets } from '#datasets/index.ts';
import { pageConfigurations } from '../configuration/page-configuration.source.ts';
import { pathsToPublished } from '../page-paths.ts';
import { byPublishedTitle, publishedColumns, isPublishedOfKind } from '../published-page.ts';
import type { DataProvider, StudioPage } from './studio-page.type.ts';

/** The published studio pages that the caller may see. */
export const studioPages = source<StudioPage>({
  type: 'StudioPage',
  table: 'portal_page',
  key: 'uid',
  entityKeys: ['uid', 'slug'],
  columns: {
    id: nodeId('StudioPage', 'uid'),
    ...publishedColumns,
    title: 'published_title',
    description: 'published_description',
  },
  order: byPublishedTitle,
  visible: isPublishedOfKind('studio_page'),
  accessPaths: pathsToPublished('studio_page'),
});

/**
 * The data providers of published pages whose dataset the caller may see. They are reached only through a visible page. The view
 * `data_provider_dataset` joins each provider with the dataset that it names.
 */
export const dataProviders = source<DataProvider>({
  type: 'DataProvider',
  table: 'data_provider_dataset',
  key: 'name',
  columns: { name: 'name' },
  order: { by: [{ column: 'name', type: 'text' }] },
  visible: (session, provider) => sql`exists (
    select 1 from dataset d where d.uid = ${provider}.dataset_uid and ${datasetRights.see(session, sqlText('d'))})`,
});

export const providersOfPage = relation({
  from: studioPages,
  field: 'dataProviders',
  to: dataProviders,
  on: ['uid', 'page_uid'],
  returns: 'page',
});
export const datasetOfProvider = relation({
  from: dataProviders,
  field: 'dataset',
  to: catalogDatasets,
  on: ['dataset_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
});
export const configurationOfStudioPage = relation({
  from: studioPages,
  field: 'configuration',
  to: pageConfigurations,
  on: ['uid', 'uid'],
  returns: 'one',
});

/** The root fields that read published studio pages. */
export const studioPageRoots = Object.freeze({
  studioPages: root({
    field: 'studioPages',
    source: studioPages,
    returns: 'page',
    parse: { search: parseTitleSearch },
    where: ({ search }) => titleMatches(sql`t.published_title`, search),
  }),
  studioPage: root({
    field: 'studioPage',
    source: studioPages,
    returns: 'one',
    where: ({ slug }) => sql`t.slug = ${slug}`,
  }),
});
