import { exploreBasePath, joinExploreUrl } from '#api/explore-base.ts';
import { ExportNotes } from '#engine/exports/export-format.ts';
import { createXmlEscape, xmlComments, type EscapeXml } from '#engine/exports/xml-text.ts';
import { describeDataset, type DescribedDataset } from '../metadata/describe-dataset.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';
import { hostOf } from './dcat-exports.ts';

/** A feed whose items are datasets. */
export const rssCatalogExport = {
  description: 'A feed with an item for each dataset (RSS 2.0).',
  mediaType: 'application/rss+xml',
  extension: 'rss',
  writeDatasets: (source) => writeFeed(source),
} as const satisfies CatalogExportFormat;

async function* writeFeed({ datasets, address, distributions }: DatasetSource): AsyncGenerator<string> {
  const notes = new ExportNotes();
  const escape = createXmlEscape(notes);
  const channel = {
    title: `Catalog of ${hostOf(address)}`,
    link: joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'datasets'),
    description: `The published datasets of ${hostOf(address)}.`,
  };
  const elements = Object.entries(channel).map(([name, text]) => element(name, text, escape));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n${elements.join('')}`;
  for await (const batch of datasets)
    yield batch.map((each) => itemOf(describeDataset(each, { address, ...distributions }), escape)).join('');
  yield `</channel>\n</rss>\n${xmlComments(notes)}`;
}

const element = (name: string, text: string, escape: EscapeXml): string => `<${name}>${escape(text)}</${name}>\n`;

/** An item. Its `guid` is the address of the dataset, which stays the same. */
const itemOf = (dataset: DescribedDataset, escape: EscapeXml): string =>
  [
    '<item>\n',
    element('title', dataset.title, escape),
    element('link', dataset.address, escape),
    element('description', dataset.description, escape),
    `<guid isPermaLink="true">${escape(dataset.address)}</guid>\n`,
    ...[...dataset.themes, ...dataset.keywords].map((category) => element('category', category, escape)),
    ...(dataset.modified === null ? [] : [element('pubDate', new Date(dataset.modified).toUTCString(), escape)]),
    '</item>\n',
  ].join('');
