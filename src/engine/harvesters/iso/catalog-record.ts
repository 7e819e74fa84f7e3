import { textToHtml } from '../remote-metadata.ts';
import { type ListedPart, sortParts } from '../remote-parts.ts';
import { serviceAddress } from '../ogc-service.ts';
import type { RemoteResource } from '../harvester-kind.ts';
import type { ValueMapping } from './value-mapping.ts';

/** How the records of a catalog are read. */
export interface RecordOptions {
  /** A part of the name of the thesaurus; an empty text for all of them. */
  readonly keywordsThesaurus: string;
  readonly themeThesaurus: string;
  readonly isInsertingBreaks: boolean;
  /** Whether the source has exchanged longitude and latitude. */
  readonly isInverted: boolean;
  readonly themes: ValueMapping;
  readonly licenses: ValueMapping;
}

/** A link of a record. */
export interface CatalogLink {
  readonly url: string;
  /** Such as `OGC:WFS-1.1.0-http-get-capabilities` or `WWW:DOWNLOAD`. */
  readonly protocol: string;
  readonly name: string;
  readonly description: string;
  /** Such as `download` or `information`. */
  readonly use: string;
}

/** The description of a record as HTML. */
export const toDescription = (text: string, { isInsertingBreaks }: RecordOptions): string =>
  isInsertingBreaks ? text.trim().replace(/\r?\n/g, '<br>') : textToHtml(text);

/** The resources, attachments and references of a record. `formats` are those of the whole record. */
export function partsOf(links: readonly CatalogLink[], formats: readonly string[]): ReturnType<typeof sortParts> {
  const features = links.filter(isFeatureLink);
  const sorted = sortParts(
    links.filter((link) => !features.includes(link)).map((link) => toPart(link, formats.length === 1 ? formats : [])),
  );
  const unnamed = features.filter(({ name }) => name === '' || name.includes(','));
  return {
    ...sorted,
    resources: [...features.filter((link) => !unnamed.includes(link)).map(toFeatures), ...sorted.resources],
    links: [...features.map(({ url }) => url), ...sorted.links],
  };
}

const isFeatureLink = ({ protocol, url }: CatalogLink): boolean =>
  URL.canParse(url) && /^https?:/i.test(url) && (/\bwfs\b/i.test(protocol) || /[?&]service=wfs\b/i.test(url));

/** The parameter behind the mark of an address that names a type of features. */
const mark = 'feature-type';

/** The features of a type, by an address that stays the same; `featureTypeOf` reads it. */
const toFeatures = ({ url, name, description }: CatalogLink): RemoteResource => ({
  title: description === '' || description.length > 200 ? name : description,
  url: `${serviceAddress(url)}#${new URLSearchParams({ [mark]: name }).toString()}`,
  extractor: null,
});

/** The type of features that the address of a resource stands for; undefined for a file. */
export const featureTypeOf = (url: string): string | undefined =>
  new URLSearchParams(URL.parse(url)?.hash.slice(1)).get(mark) ?? undefined;

function toPart({ url, protocol, name, description, use }: CatalogLink, formats: readonly string[]): ListedPart {
  const service = /(?:^|:)(wms|wmts|wcs|csw|wps|sos|sparql|rest)\b/i.exec(protocol)?.[1];
  const asked = /[?&]service=(wms|wmts|wcs|csw|wps|sos)\b/i.exec(url)?.[1];
  const isFile = /download|file/i.test(protocol) || use === 'download';
  const isService = service !== undefined || asked !== undefined;
  return {
    url,
    title: name || description || '',
    // a link whose address names no file is a page
    formats: isService ? ['api'] : isFile ? [...formats, 'file'] : [protocol.includes('/') ? protocol : ''],
    isDocument: /^(?:information|documentation)$/i.test(use),
  };
}
