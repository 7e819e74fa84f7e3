import { h, plainText, richText } from '#portal-page/dom.ts';
import { DatasetPageDocument } from '#portal-page/generated/operations.ts';
import type { Showing, View } from '#portal-page/portal.ts';
import { notFoundView } from '../view-parts.ts';
import { publicationPanel } from '../publications-view.ts';
import { chartAndMap } from './chart-and-map.ts';
import { detailList, downloadList, fieldTable, lineageSection, recordTable, section } from './dataset-parts.ts';

/** A dataset: what it is, its records as a table, chart and map, its fields, files and lineage. */
export async function datasetView(showing: Showing, datasetId: string): Promise<View> {
  const { portal, signal } = showing;
  const { portalSettings, catalogDataset: dataset } = await portal.graph.query(
    DatasetPageDocument,
    { datasetId },
    signal,
  );
  const language = portal.speak(portalSettings.defaultLanguage);
  if (!dataset) return notFoundView(language);
  const { messages } = language;
  const title = dataset.title ?? dataset.datasetId;
  const hasRecords = dataset.hasRecords && dataset.dataAccess.isDataVisible;
  const lineage = lineageSection(language, dataset, title);
  const parts = [
    ...(hasRecords ? [recordTable(showing, dataset), ...chartAndMap(showing, dataset)] : []),
    ...(dataset.schema.length > 0 ? [section('fields', messages.fields, fieldTable(language, dataset.schema))] : []),
  ];
  const description = dataset.description ?? '';
  return {
    title,
    content: [
      h('nav', { class: 'crumbs', 'aria-label': messages.catalog }, h('a', { href: '/' }, '← ', messages.backToSearch)),
      h(
        'header',
        { class: 'dataset-head' },
        h('h1', { tabindex: '-1' }, title),
        plainText(description) !== '' && h('div', { class: 'prose', lang: dataset.language }, richText(description)),
        !hasRecords &&
          h('p', { class: 'note' }, dataset.dataAccess.isDataVisible ? messages.noRecords : messages.recordsHidden),
      ),
      h(
        'div',
        { class: 'dataset-columns' },
        h('div', { class: 'parts' }, parts),
        h(
          'aside',
          { 'aria-label': messages.details },
          dataset.configuration && publicationPanel(showing, { datasetId, ...dataset.configuration }),
          downloadList(portal, dataset),
          detailList(language, dataset),
        ),
      ),
      ...(lineage ? [lineage] : []),
    ],
  };
}
