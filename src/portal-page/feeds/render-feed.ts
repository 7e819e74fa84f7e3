import { datasetPath, facetsIn, feedPathOf, pathOf, subscribedParameters, variablesOf } from '../address.ts';
import {
  DatasetFeedDocument,
  type DatasetFeedQuery,
  SearchFeedDocument,
  type SearchFeedQuery,
  type SearchFeedQueryVariables,
} from '../generated/operations.ts';
import type { Language } from '../messages/language.ts';
import { chooseLanguage, languageCodes } from '../messages/tables.ts';
import { createReader, GraphError } from '../reader.ts';
import type { FeedRequest, RenderedFeed } from '../rendering.ts';
import { excerptOf } from '../rich-text.tsx';
import { type Entry, writeAtom } from './atom.ts';

/** The maximum number of entries of a feed. */
const maxEntries = 50;

/** The maximum length of a summary. */
const maxSummary = 500;

/** What a feed is made from. */
interface FeedContext {
  readonly language: Language;
  /** The address of a path of the page. */
  readonly addressOf: (path: string) => string;
  readonly author: string;
  /** The name of the portal; null where it has none. */
  readonly portal: string | null;
}

/**
 * Renders the feed at an address: `/feeds/datasets` with the parameters of a search has the datasets that it finds, the last changed first;
 * `/feeds/datasets/{dataset_id}` has what changed in a dataset. It does not throw.
 */
export async function renderFeed(request: FeedRequest): Promise<RenderedFeed> {
  try {
    const xml = await (request.datasetId === undefined ? searchFeed(request) : datasetFeed(request, request.datasetId));
    return { xml: xml ?? '', outcome: xml === undefined ? 'not-found' : 'found' };
  } catch (error) {
    return { xml: '', outcome: { code: error instanceof GraphError ? error.code : 'INTERNAL_ERROR' } };
  }
}

type Settings = SearchFeedQuery['portalSettings'];
type FoundDataset = NonNullable<SearchFeedQuery['catalog']>['nodes'][number];
type ChangedDataset = NonNullable<DatasetFeedQuery['catalogDataset']>;

function contextOf({ url, basePath, languages }: FeedRequest, { defaultLanguage, name }: Settings): FeedContext {
  const root = url.origin + basePath;
  return {
    language: chooseLanguage([...languages, defaultLanguage]),
    addressOf: (path) => root + path,
    author: name ?? url.host,
    portal: name,
  };
}

/** The language in which the texts of the portal are read; null for its own. */
const spokenBy = ({ languages }: FeedRequest) => ({
  language: languages.find((code) => languageCodes.includes(code)) ?? null,
});

async function searchFeed(request: FeedRequest): Promise<string> {
  const parameters = subscribedParameters(request.url.searchParams);
  const { orderBy: _order, first: _first, offset: _offset, withForms: _forms, ...shown } = variablesOf(parameters);
  const { more: _more, find: _find, withMore: _withMore, ...found } = shown;
  // A filter of the search that the feed lacks is an error of types.
  const filters: Pick<SearchFeedQueryVariables, keyof typeof found> = found;
  const { data } = await createReader(request.send).read(SearchFeedDocument, {
    ...filters,
    ...spokenBy(request),
    first: maxEntries,
  });
  const context = contextOf(request, data.portalSettings);
  const { language, addressOf, author, portal } = context;
  const path = pathOf(parameters);
  const chosen = ['q', ...facetsIn(parameters)]
    .flatMap((name) => parameters.getAll(name))
    .filter((value) => value !== '');
  return writeAtom({
    address: addressOf(feedPathOf(parameters)),
    page: addressOf(path),
    title: [...chosen, portal ?? language.t('catalog')].join(' – '),
    author,
    language: language.code,
    entries: (data.catalog?.nodes ?? []).map((dataset) => entryOf(dataset, context)),
  });
}

function entryOf(dataset: FoundDataset, { addressOf }: FeedContext): Entry {
  const { uid, datasetId, title, description, publisher, themes, keywords, publishedAt, modifiedAt } = dataset;
  return {
    id: addressOf(`/catalog/datasets/${encodeURIComponent(uid)}/`),
    title: title ?? datasetId,
    page: addressOf(datasetPath(datasetId)),
    updated: modifiedAt ?? publishedAt ?? new Date(0).toISOString(),
    published: publishedAt,
    summary: excerptOf(description ?? '', maxSummary),
    author: publisher,
    categories: [...new Set([...themes, ...keywords])].slice(0, 20),
  };
}

async function datasetFeed(request: FeedRequest, datasetId: string): Promise<string | undefined> {
  const reader = createReader(request.send);
  const { data } = await reader.read(DatasetFeedDocument, { datasetId, ...spokenBy(request), files: maxEntries });
  const { catalogDataset: dataset, portalSettings } = data;
  if (dataset === null) return undefined;
  const context = contextOf(request, portalSettings);
  const { language, addressOf, author, portal } = context;
  const entries = changesOf(dataset, context).toSorted((one, other) => (one.updated < other.updated ? 1 : -1));
  return writeAtom({
    address: addressOf(`/feeds${datasetPath(dataset.datasetId)}`),
    page: addressOf(datasetPath(dataset.datasetId)),
    title: [dataset.title ?? dataset.datasetId, ...(portal === null ? [] : [portal])].join(' – '),
    author: dataset.publisher ?? author,
    language: language.code,
    entries: entries.slice(0, maxEntries),
  });
}

/**
 * What changed in a dataset, as far as the service knows it: its first and its last publication, the last change of its description, and its files. The
 * identifier of an entry has its time, so that the next publication is a new one to the readers of the feed.
 */
function changesOf(dataset: ChangedDataset, { language: { t }, addressOf }: FeedContext): readonly Entry[] {
  const { uid, datasetId, publishedAt, dataProcessedAt, metadataProcessedAt, recordCount, attachments } = dataset;
  const title = dataset.title ?? datasetId;
  const page = addressOf(datasetPath(datasetId));
  const entry = (kind: string, updated: string | null, text: string, summary = ''): readonly Entry[] =>
    updated === null
      ? []
      : [
          {
            id: addressOf(`/catalog/datasets/${encodeURIComponent(uid)}/#${kind}-${updated}`),
            title: text,
            page,
            updated,
            summary,
          },
        ];
  const description = excerptOf(dataset.description ?? '', maxSummary);
  const isFirst = publishedAt === dataProcessedAt;
  return [
    ...entry('published', publishedAt, t('feedPublished', { title }), description),
    ...(isFirst
      ? []
      : entry(
          'data',
          dataProcessedAt,
          t('feedNewData', { title }),
          recordCount === null ? '' : t('records', { count: recordCount }),
        )),
    ...(metadataProcessedAt === dataProcessedAt
      ? []
      : entry('description', metadataProcessedAt, t('feedNewDescription', { title }), description)),
    ...attachments.nodes.flatMap((file) =>
      entry(`file-${file.uid}`, file.createdAt, t('feedNewFile', { name: file.filename }), title),
    ),
  ];
}
