import { type Address, datasetPath } from '#portal-page/address.ts';
import { ChartSection, type ReadChart, readDatasetChart } from '#portal-page/chart/chart-section.tsx';
import { DatasetPageDocument } from '#portal-page/generated/operations.ts';
import { MapSection } from '#portal-page/map/map-section.tsx';
import { usePage } from '#portal-page/page-context.ts';
import { excerptOf, plainText, RichText } from '#portal-page/rich-text.tsx';
import { readRecords, recordPageSize, type RecordsPage } from '#portal-page/records/read-records.ts';
import { isChanged, readTable, type ReadTable } from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import { readTermsIn, type Term } from '#portal-page/terms.tsx';
import type { View } from '#portal-page/view.tsx';
import { PublicationPanel } from '../publications-view.tsx';
import { Section } from '../view-parts.tsx';
import { CiteSection } from './cite-section.tsx';
import { type Dataset, DetailList, FieldTable, hasVisibleRecords, RelatedList } from './dataset-parts.tsx';
import { DownloadList } from './download-list.tsx';
import { FeedbackPanel } from './feedback.tsx';
import { LineageSection } from './lineage.tsx';
import { RecordTable } from './record-table.tsx';
import { TemplateValues } from './template-values.tsx';
import { UseSection } from './use-section.tsx';

type At = Extract<Address, { view: 'dataset' }>;

/** What the page of a dataset shows. */
interface DatasetData {
  readonly dataset: Dataset;
  /** What the address asks of the table. */
  readonly table: ReadTable;
  /** The records of the table, or why they could not be read; undefined where the visitor sees none. */
  readonly records: RecordsPage | undefined;
  /** The terms of the glossary that its description names. */
  readonly terms: readonly Term[];
  readonly chart: ReadChart | undefined;
}

/** A dataset: what it is, its records as a table, chart and map, its fields, files and lineage. */
export const datasetView: View<At, DatasetData> = {
  async load({ reader, signal }, { datasetId, parameters }) {
    const { data } = await reader.read(DatasetPageDocument, { datasetId }, signal);
    const dataset = data.catalogDataset;
    if (!dataset) return undefined;
    const terms = readTermsIn(reader, plainText(dataset.description ?? ''), signal);
    const table = readTable(parameters, dataset.schema);
    const seen = { dataset, table };
    if (!hasVisibleRecords(dataset)) return { ...seen, records: undefined, terms: await terms, chart: undefined };
    const chart = readDatasetChart({ reader, signal }, dataset, parameters);
    const records = await readRecords({ reader, signal }, dataset, table.state);
    return { ...seen, records, terms: await terms, chart: await chart };
  },
  head({ dataset, table: { state }, records }, { language: { t } }) {
    const title = dataset.title ?? dataset.datasetId;
    const path = datasetPath(dataset.datasetId);
    const isTable = state.page > 1 || isChanged(state);
    const count = records?.page?.totalCount;
    return {
      title,
      description: excerptOf(dataset.description ?? '', 300),
      canonicalPath: path,
      type: 'article',
      // a search engine lists datasets, not views of their tables
      isHidden: isTable,
      ...(isTable && count !== undefined && { announcement: t('records', { count }) }),
      trail: [
        { name: t('catalog'), path: '/' },
        { name: title, path },
      ],
      alternates: [
        { type: 'application/atom+xml', href: `/feeds${path}`, title: t('feedOfDataset') },
        { type: 'application/ld+json', href: `/catalog/datasets/${encodeURIComponent(dataset.uid)}/` },
        ...['text/turtle', 'application/rdf+xml'].map((type) => ({ type, href: path })),
      ],
    };
  },
  Body: DatasetPage,
};

/** How long a description is before it pushes the records out of sight. */
const shownCharacters = 700;

function DatasetPage({
  data: { dataset, table, records, terms, chart },
  address: { parameters },
}: {
  readonly data: DatasetData;
  readonly address: At;
}) {
  const page = usePage();
  const { t } = page.language;
  const title = dataset.title ?? dataset.datasetId;
  const description = dataset.description ?? '';
  return (
    <>
      <nav class="crumbs" aria-label={t('catalog')}>
        <Link to="/">← {t('backToSearch')}</Link>
      </nav>
      <header class="dataset-head">
        <h1 tabIndex={-1} dir="auto">
          {title}
        </h1>
        {plainText(description) !== '' && (
          <div class="prose" lang={dataset.language ?? undefined} dir="auto">
            <RichText html={description} terms={terms} shownLength={shownCharacters} />
          </div>
        )}
        {!hasVisibleRecords(dataset) && (
          <p class="note">{dataset.dataAccess.isDataVisible ? t('noRecords') : t('recordsHidden')}</p>
        )}
      </header>
      <div class="dataset-columns">
        <DownloadList dataset={dataset} state={table.state} count={records?.page?.totalCount} />
        <div class="parts">
          {records && <RecordTable {...{ dataset, parameters, table, records }} />}
          {chart && <ChartSection key={`chart-${dataset.uid}`} dataset={dataset} chart={chart} />}
          {records && <MapSection key={`map-${dataset.uid}`} dataset={dataset} />}
          {dataset.schema.length > 0 && (
            <Section id="fields" title={t('fields')}>
              <FieldTable fields={dataset.schema} />
            </Section>
          )}
          {records && <UseSection dataset={dataset} limit={recordPageSize} />}
          <CiteSection dataset={dataset} />
          <LineageSection dataset={dataset} title={title} />
          <RelatedList dataset={dataset} />
        </div>
        <aside aria-label={t('details')}>
          {dataset.configuration && (
            <PublicationPanel key={dataset.uid} dataset={{ datasetId: dataset.datasetId, ...dataset.configuration }} />
          )}
          <DetailList dataset={dataset} />
          <TemplateValues dataset={dataset} />
          <p class="facts">
            <a
              href={page.addressOf(`/feeds${datasetPath(dataset.datasetId)}`)}
              type="application/atom+xml"
              data-outside
            >
              {t('feedOfDataset')}
            </a>
          </p>
          {dataset.isFeedbackEnabled && <FeedbackPanel key={`feedback-${dataset.uid}`} dataset={dataset} />}
        </aside>
      </div>
    </>
  );
}
