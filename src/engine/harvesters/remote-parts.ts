import { posix } from 'node:path';
import { foldCase } from '#kernel/text.ts';
import type { RemoteAttachment, RemoteResource } from './harvester-kind.ts';

/** A file, page or service of a remote dataset, as the other portal lists it. */
export interface ListedPart {
  readonly url: string;
  readonly title: string;
  /** What the portal calls its format: a name, an extension or a media type; the first that is known counts. */
  readonly formats: readonly (string | null | undefined)[];
  /** Changes with the bytes, where the portal says so. */
  readonly revision?: string | undefined;
  /** Whether the portal says that it is documentation. */
  readonly isDocument?: boolean;
}

/** What the parts of a dataset become. */
interface SortedParts {
  readonly resources: readonly RemoteResource[];
  readonly attachments: readonly RemoteAttachment[];
  /** The addresses of pages and services, which have no bytes to keep. */
  readonly links: readonly string[];
}

/** The formats that records are read from, the best first, with the names that portals give them. A null type is guessed from the content. */
const dataFormats: readonly (readonly [type: string | null, names: string])[] = [
  ['geojsonfile', 'geojson, geojsonl, application/geo+json, application/vnd.geo+json'],
  ['geopackage', 'gpkg, geopackage, application/geopackage+sqlite3'],
  ['flatgeobuf', 'fgb, flatgeobuf'],
  ['parquetfile', 'parquet, application/vnd.apache.parquet, application/parquet'],
  ['csvfile', 'csv, tsv, text/csv, text/tab-separated-values, csv/utf8, text csv, comma separated values'],
  [
    'xlsfile',
    'xls, xlsx, excel, ms excel, application/vnd.ms-excel, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, ods, application/vnd.oasis.opendocument.spreadsheet, openxml',
  ],
  ['shapefile', 'shp, shapefile, esri shapefile, esri shape, application/x-shapefile, zipped shapefile'],
  [null, 'json, jsonl, ndjson, application/json, text/json'],
  ['topojsonfile', 'topojson'],
  ['kmlfile', 'kml, kmz, application/vnd.google-earth.kml+xml, application/vnd.google-earth.kmz'],
  ['gpxfile', 'gpx, application/gpx+xml'],
  [null, 'xml, application/xml, text/xml'],
  [null, 'rdf, ttl, nt, n3, jsonld, json-ld, application/rdf+xml, text/turtle, application/ld+json'],
];
/** What is no table, and can be kept as a file. */
const documentFormats =
  'pdf, doc, docx, odt, rtf, md, ppt, pptx, odp, png, jpg, jpeg, gif, svg, tif, tiff, geotiff, webp, mp3, mp4, wav, mov, avi, epub, dwg, dxf, qgs, owl, xsd, application/pdf, application/msword, application/vnd.openxmlformats-officedocument.wordprocessingml.document, image/png, image/jpeg, image/tiff, text/markdown';
/** What answers questions or is looked at, and has no bytes to keep. */
const linkFormats =
  'html, htm, xhtml, aspx, php, web page, webpage, website, site, text/html, api, rest, soap, odata, graphql, sparql, wms, wfs, wmts, wcs, wps, csw, ogc wms, ogc wfs, ogc wmts, ogc api, ogc:wms, ogc:wfs, ogc:wmts, atom, esri rest, arcgis rest, arcgis geoservice, arcgis geoservices rest api, arcgis geoservice rest api, tms, app, application, dashboard, link, hyperlink, url, web service';

const split = (names: string): string[] => names.split(',').map((name) => name.trim());

/** What a name of a format stands for. */
type PartFormat =
  | { readonly kind: 'data'; readonly rank: number; readonly type: string | null }
  | { readonly kind: 'document' | 'link' };

const formatsByName: ReadonlyMap<string, PartFormat> = new Map<string, PartFormat>([
  ...split(documentFormats).map((name) => [name, { kind: 'document' }] as const),
  ...split(linkFormats).map((name) => [name, { kind: 'link' }] as const),
  ...dataFormats.flatMap(([type, names], rank) =>
    split(names).map((name) => [name, { kind: 'data', rank, type }] as const),
  ),
]);

/** What is tried last: a file of which nothing is known, whose content decides. */
const unknownFormat: PartFormat = { kind: 'data', rank: dataFormats.length, type: null };

/** The format of a part: by its name, its media type, or the extension of its address. */
function formatOf({ formats, url, isDocument = false }: ListedPart): PartFormat {
  const parsed = URL.parse(url);
  const extension = posix.extname(parsed?.pathname ?? '');
  const names = [...formats, extension].map((name) => normalize(name ?? ''));
  const found = names.map((name) => formatsByName.get(name)).find((format) => format !== undefined);
  if (isDocument && found?.kind === 'data') return { kind: 'document' };
  if (found) return found;
  // an address that names no file is a page
  const isNamed = names.some((name) => name !== '');
  return isNamed ? unknownFormat : { kind: 'link' };
}

/** A name of a format without its address, parameters, point and case. */
const normalize = (name: string): string => {
  const text = name.trim().toLowerCase();
  const last = /^https?:/.test(text) ? (text.split(/[/#]/).at(-1) ?? '') : text;
  const isMediaTypeAddress = /media-?types?\/([\w.+-]+\/[\w.+-]+)$/.exec(text)?.[1];
  return (isMediaTypeAddress ?? last).replace(/;.*$/, '').replace(/^[.]/, '').replace(/_/g, ' ').trim();
};

/**
 * Sorts the parts of a dataset by what they are. Files with the same title, or else the same address without extension, that come once in each
 * of several formats are the same records: the best format is taken, because this catalog offers the others itself.
 */
export function sortParts(parts: readonly ListedPart[]): SortedParts {
  const addressed = parts.map((part) => ({ ...part, url: part.url.trim() })).filter(({ url }) => url !== '');
  const isAddress = ({ url }: ListedPart): boolean => /^(?:https?|ftps?|sftp):\/\//i.test(url) && URL.canParse(url);
  const listed = addressed.filter(isAddress).map((part) => ({ part, format: formatOf(part) }));
  // `readEntries` names those at their dataset
  const unfit = addressed.filter((part) => !isAddress(part));
  const data = listed.flatMap(({ part, format }) => (format.kind === 'data' ? [{ part, ...format }] : []));
  const documents = listed.filter(({ format }) => format.kind === 'document');
  return {
    resources: [
      ...withoutTwins(data).map(({ part: { url, title, revision }, type }) => ({
        url,
        title,
        extractor: type === null ? null : { type, params: {} },
        ...(revision !== undefined && revision !== '' && { revision }),
      })),
      ...unfit.map(({ url, title }) => ({ url, title, extractor: null })),
    ],
    attachments: documents.map(({ part: { url, title } }) => ({ url, title: title || url })),
    links: listed.filter(({ format }) => format.kind === 'link').map(({ part: { url } }) => url),
  };
}

/** A part with records. */
interface DataPart {
  readonly part: ListedPart;
  readonly rank: number;
  readonly type: string | null;
}

/** The parts without those that have the records of another one in a lesser format, in their order. */
function withoutTwins(parts: readonly DataPart[]): readonly DataPart[] {
  const left = new Set<DataPart>();
  const byTitle = Map.groupBy(parts, ({ part }) => titleKey(part));
  for (const [title, group] of byTitle) {
    const hasEachOnce = new Set(group.map(({ rank }) => rank)).size === group.length;
    const groups = title !== '' && hasEachOnce ? [group] : Map.groupBy(group, ({ part }) => addressKey(part)).values();
    for (const twins of groups) {
      const best = Math.min(...twins.map(({ rank }) => rank));
      for (const twin of twins) if (twin.rank === best) left.add(twin);
    }
  }
  return parts.filter((part) => left.has(part));
}

/** Words of a title that name its format. */
const formatWords = new Set(
  [...formatsByName.keys()].flatMap((name) => name.split(/[^a-z\d]+/)).concat('format', 'file', 'zip', 'download'),
);

/** The title without what names a format and without marks. */
const titleKey = ({ title }: ListedPart): string =>
  foldCase(title)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !formatWords.has(word))
    .join(' ');

/** The address without its extension and its parameters; whole where only parameters tell files apart. */
function addressKey({ url }: ListedPart): string {
  const { host, pathname } = new URL(url);
  const extension = posix.extname(pathname);
  return extension === '' ? url : `${host}${pathname.slice(0, -extension.length)}`;
}
