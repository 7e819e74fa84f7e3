import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { embeddedJsonLd, maxEmbeddedFiles } from './dataset-json-ld.ts';
import {
  type DescribedDataset,
  pageAddress,
  portalPageAddress,
  readableFields,
  readDescribedDataset,
} from './described-dataset.ts';

/** The machine-readable description on the page of a dataset. */
interface DatasetPage {
  /** The JSON-LD for a script element in its head. */
  readonly jsonLd: string;
  /** The header `Link`. */
  readonly link: string;
}

/**
 * Reads the machine-readable description of a dataset, as the caller sees the dataset; undefined for a dataset that the caller does not see.
 * `datasetId` is its identifier or uid, `root` the address of the service.
 */
export async function readDatasetPage(
  graph: Graph,
  ctx: RequestContext,
  datasetId: string,
  root: string,
): Promise<DatasetPage | undefined> {
  const dataset = await readDescribedDataset(graph, ctx, datasetId, maxEmbeddedFiles);
  return dataset && { jsonLd: embeddedJsonLd(dataset, root), link: datasetLinks(dataset, root) };
}

/** The media types in which the address of a dataset answers, besides HTML. The last one has the records. */
export const dataTypes = ['application/ld+json', 'text/turtle', 'application/rdf+xml', 'text/csv'] as const;

/** The maximum length of the header: proxies refuse answers whose headers exceed four kilobytes. */
const maxLength = 2_000;

/** The formats of the downloads that are linked first. */
const commonFormats = ['csv', 'json', 'geojson', 'xlsx', 'parquet'];

/**
 * The header `Link` of a dataset's page for people and of the same address in other formats (RFC 8288): what the address is called, in which other
 * formats it answers, the license, the description for machines, the downloads, and the interfaces. What exceeds the length of a header is left out.
 */
export function datasetLinks(dataset: DescribedDataset, root: string): string {
  const { uid, datasetId, licenseUrl } = dataset;
  const address = portalPageAddress(root, datasetId);
  const description = pageAddress(root, uid);
  const hasRecords = readableFields(dataset).length > 0;
  const downloads = hasRecords ? dataset.exports : [];
  const links = [
    link(address, 'canonical'),
    link(description, 'describedby', 'application/ld+json'),
    ...(hasRecords ? [link(`${description}csv-metadata.json`, 'describedby', 'application/csvm+json')] : []),
    ...(hasRecords ? dataTypes : dataTypes.slice(0, -1)).map((type) => link(address, 'alternate', type)),
    licenseUrl === null ? undefined : link(licenseUrl, 'license'),
    link(`${root}/.well-known/api-catalog`, 'api-catalog', 'application/linkset+json'),
    link(`${root}/api/explore/v2.1/openapi.json`, 'service-desc', 'application/json'),
    ...downloads
      .filter(({ format }) => commonFormats.includes(format))
      .map(({ url, mediaType }) => link(url, 'item', mediaType.replace(/;.*/, ''))),
    ...dataset.alternativeExports.nodes.map(({ url, downloadUrl }) => link(url ?? downloadUrl, 'item')),
    ...dataset.attachments.nodes.map(({ url }) => link(url, 'item')),
  ];
  return joined(links.filter((each) => each !== undefined));
}

/** A link; undefined for an address that no header can have. A URL as it is parsed has neither angle brackets nor characters beyond ASCII. */
function link(address: string, relation: string, mediaType?: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  return `<${new URL(address).href}>; rel="${relation}"${mediaType === undefined ? '' : `; type="${mediaType}"`}`;
}

/** The first links, up to the length of the header. */
function joined(links: readonly string[]): string {
  let text = '';
  for (const each of links) {
    if (text.length + each.length + 2 > maxLength) break;
    text += text === '' ? each : `, ${each}`;
  }
  return text;
}
