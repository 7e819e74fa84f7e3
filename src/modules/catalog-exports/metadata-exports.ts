import type { Quad } from '@rdfjs/types';
import type { CatalogIdentity } from '#portal/index.ts';
import { exploreBasePath, joinExploreUrl } from '#api/session.ts';
import { type RdfSyntax, rdfXmlSyntax, turtleSyntax } from '#engine/exports/rdf/rdf-syntaxes.ts';
import { dc, dcat, dct, encodeIri, foaf, literal, namedNode, prefixes, quad } from '#engine/exports/rdf/terms.ts';
import { addContact, datasetQuads, mailAddress, NodeQuads } from './dataset-quads.ts';
import { describeDataset, type DescribedDataset } from './describe-dataset.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';
import { ExportNotes } from '#engine/exports/export-format.ts';
import { createXmlEscape, type EscapeXml, xmlComments } from '#engine/exports/xml-text.ts';

const dcatExport = (syntax: RdfSyntax, name: string) =>
  ({
    description: `The catalog in DCAT-AP 3, as ${name}.`,
    mediaType: syntax.mediaType,
    extension: syntax.extension,
    writeDatasets: (source) => syntax.write(catalogQuads(source), { prefixes }),
  }) as const satisfies CatalogExportFormat;

export const rdfCatalogExport = dcatExport(rdfXmlSyntax, 'RDF/XML');
export const ttlCatalogExport = dcatExport(turtleSyntax, 'Turtle');

async function* catalogQuads(source: DatasetSource): AsyncGenerator<readonly Quad[]> {
  const { datasets, address, distributions, portalAddress, catalog: identity } = source;
  const catalog = joinExploreUrl(`${address}${exploreBasePath}`, 'catalog');
  const host = hostOf(address);
  const node = new NodeQuads(catalog, dcat('Catalog'));
  const add = (property: string, texts: CatalogIdentity['titles'], ofHost: string): void => {
    for (const { text, language } of texts.length > 0 ? texts : [{ text: ofHost, language: 'en' }])
      node.add(dct(property), literal(text, language ?? undefined));
  };
  add('title', identity.titles, `Catalog of ${host}`);
  add('description', identity.descriptions, `The published datasets of ${host}.`);
  const { name, url, email } = identity.publisher ?? { name: host, url: null, email: null };
  node.refer(dct('publisher'), 'publisher', foaf('Agent'), [
    [foaf('name'), literal(name ?? email ?? host)],
    ...(url === null ? [] : [[foaf('homepage'), namedNode(encodeIri(url))] as const]),
    ...(email === null ? [] : [[foaf('mbox'), namedNode(encodeIri(mailAddress(email)))] as const]),
  ]);
  addContact(node, identity.contact?.name ?? null, identity.contact?.email ?? null);
  node.refer(foaf('homepage'), address, foaf('Document'));
  yield node.quads();
  for await (const batch of datasets)
    yield batch.flatMap((each) => {
      const dataset = describeDataset(each, { address, portalAddress, ...distributions });
      return [quad(namedNode(catalog), dcat('dataset'), namedNode(dataset.address)), ...datasetQuads(dataset)];
    });
}

/** The host of an address, which names a catalog. */
const hostOf = (address: string): string => address.replace(/^\w+:\/\//, '');

/** The fifteen elements of Dublin Core, as RDF/XML. */
export const dublinCoreCatalogExport = {
  description: 'The datasets in the elements of Dublin Core, as RDF/XML.',
  mediaType: rdfXmlSyntax.mediaType,
  extension: rdfXmlSyntax.extension,
  writeDatasets: (source) =>
    rdfXmlSyntax.write(dublinCoreQuads(source), { prefixes: { rdf: prefixes.rdf, dc: prefixes.dc } }),
} as const satisfies CatalogExportFormat;

async function* dublinCoreQuads({ datasets, address, distributions }: DatasetSource): AsyncGenerator<readonly Quad[]> {
  for await (const batch of datasets)
    yield batch.flatMap((each) => {
      const dataset = describeDataset(each, { address, ...distributions });
      return Object.entries(elementsOf(dataset)).flatMap(([name, values]) =>
        values.flatMap((value) =>
          value === null ? [] : [quad(namedNode(dataset.address), dc(name), literal(value, languageOf(name, dataset)))],
        ),
      );
    });
}

/** The elements whose texts are in the language of the dataset. */
const translated: ReadonlySet<string> = new Set(['title', 'description', 'subject']);

const languageOf = (element: string, { language }: DescribedDataset): string | undefined =>
  language !== null && translated.has(element) ? language : undefined;

const elementsOf = ({ dcat, ...dataset }: DescribedDataset): Readonly<Record<string, readonly (string | null)[]>> => ({
  identifier: [dataset.address],
  type: ['Dataset'],
  title: [dataset.title],
  description: [dataset.description],
  subject: [...dataset.themes, ...dataset.keywords],
  creator: [dcat('creator')],
  contributor: [dcat('contributor')],
  publisher: [dataset.publisher],
  date: [dataset.modifiedAt],
  language: [dataset.language],
  coverage: [...dataset.territories, dcat('temporal')],
  relation: [dcat('relation')],
  source: [dataset.references],
  rights: [dataset.license, ...dataset.attributions],
  format: [...new Set(dataset.distributions.map(({ mediaType }) => mediaType))],
});

/** A feed whose items are datasets. */
export const rssCatalogExport = {
  description: 'A feed with an item for each dataset (RSS 2.0).',
  mediaType: 'application/rss+xml',
  extension: 'rss',
  writeDatasets: (source) => writeFeed(source),
} as const satisfies CatalogExportFormat;

async function* writeFeed({ datasets, address, distributions, catalog }: DatasetSource): AsyncGenerator<string> {
  const notes = new ExportNotes();
  const escape = createXmlEscape(notes);
  const channel = {
    title: catalog.titles[0]?.text ?? `Catalog of ${hostOf(address)}`,
    link: joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'datasets'),
    description: catalog.descriptions[0]?.text ?? `The published datasets of ${hostOf(address)}.`,
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
    ...(dataset.modifiedAt === null ? [] : [element('pubDate', new Date(dataset.modifiedAt).toUTCString(), escape)]),
    '</item>\n',
  ].join('');
