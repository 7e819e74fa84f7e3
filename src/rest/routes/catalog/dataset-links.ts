import { type DescribedDataset, pageAddress, portalPageAddress } from './dataset-json-ld.ts';

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
  const hasRecords = dataset.hasRecords && dataset.dataAccess.isDataVisible;
  const downloads = hasRecords ? dataset.exports : [];
  const links = [
    link(address, 'canonical'),
    link(pageAddress(root, uid), 'describedby', 'application/ld+json'),
    ...(hasRecords ? dataTypes : dataTypes.slice(0, -1)).map((type) => link(address, 'alternate', type)),
    licenseUrl === null ? undefined : link(licenseUrl, 'license'),
    link(`${root}/.well-known/api-catalog`, 'api-catalog', 'application/linkset+json'),
    link(`${root}/api/explore/v2.1/openapi.json`, 'service-desc', 'application/json'),
    ...downloads
      .filter(({ format }) => commonFormats.includes(format))
      .map(({ url, mediaType }) => link(url, 'item', mediaType.replace(/;.*/, ''))),
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
