import { fail } from '#kernel/fail.ts';
import { localName, type XmlElement } from '../extractors/xml/xml-reader.ts';
import type { RemoteResource } from './harvester-kind.ts';
import type { HarvestSource } from './harvest-source.ts';
import { type Capabilities, constraintOf, fetchCapabilities, operationOf } from './ogc-service.ts';
import { withParameters } from './portal-address.ts';
import { fetchXml } from './xml-answer.ts';
import { attributeText, textAt, textsAt } from './xml-values.ts';

/** A feature service (WFS) and what it says of itself. */
export interface FeatureService {
  readonly address: string;
  readonly capabilities: Capabilities;
  readonly types: readonly XmlElement[];
}

const elements =
  /^(?:FeatureTypeList\/FeatureType|OperationsMetadata\/(?:Operation|Constraint)|Service(?:Identification|Provider))$/;

/** The formats that records are read from, the best first, by what services call them. */
const formats: readonly (readonly [extractor: string, name: RegExp])[] = [
  ['geojsonfile', /geo\+?json|^(?:application\/)?json/i],
  ['geopackage', /geopackage|gpkg/i],
  ['shapefile', /shape-?zip/i],
  ['csvfile', /csv/i],
];

/** Reads the capabilities of a feature service, 1.1.0 or 2.0.0. Fails SOURCE_FAILED. */
export async function openFeatureService(source: HarvestSource, address: string): Promise<FeatureService> {
  const capabilities = await fetchCapabilities(source, address, { service: 'WFS', versions: '2.0.0,1.1.0', elements });
  if (!/^(?:1\.1|2\.0)\./.test(capabilities.version))
    fail('SOURCE_FAILED', {
      reason: `the service speaks WFS ${capabilities.version.slice(0, 20)}, not 1.1.0 or 2.0.0.`,
    });
  return { address, capabilities, types: capabilities.parts.get('FeatureType') ?? [] };
}

/** The type of features with a name, with or without its prefix; undefined where the service has none, or several. */
export function findFeatureType({ types }: FeatureService, name: string): XmlElement | undefined {
  const exact = types.find((type) => textAt(type, 'Name') === name);
  if (exact) return exact;
  const alike = types.filter((type) => localName(textAt(type, 'Name')) === localName(name));
  return alike.length === 1 ? alike[0] : undefined;
}

/** The most pages of one type; each is a resource. */
const maxPages = 200;

/**
 * The features of a type: one resource, or several where the service sends only so many at once. Fails SOURCE_FAILED where it offers no format
 * that is read here, or would leave features out.
 */
export async function featurePages(
  source: HarvestSource,
  service: FeatureService,
  type: XmlElement,
): Promise<readonly RemoteResource[]> {
  const page = featuresOf(service, type);
  const size = Number(constraintOf(service.capabilities, 'CountDefault'));
  if (!(size > 0)) return [page];
  const count = await countFeatures(source, page.url);
  if (count <= size) return [page];
  const pages = Math.ceil(count / size);
  if (!service.capabilities.version.startsWith('2') || pages > maxPages)
    fail('SOURCE_FAILED', {
      reason: `the type has ${count} features, of which the service sends ${size} at once; its records stay away.`,
    });
  return Array.from({ length: pages }, (_, index) => ({
    ...page,
    title: `${page.title}, page ${index + 1} of ${pages}`,
    url: withParameters(page.url, { startIndex: index * size, count: size }),
  }));
}

/** The request for all features of a type, in degrees where the service can. Fails SOURCE_FAILED without a format that is read here. */
function featuresOf({ address, capabilities }: FeatureService, type: XmlElement): RemoteResource {
  const operation = operationOf(capabilities, 'GetFeature', address);
  const name = textAt(type, 'Name');
  const offered = [...textsAt(type, 'OutputFormats/Format'), ...operation.valuesOf('outputFormat')];
  const found = formats
    .map(([extractor, pattern]) => ({ extractor, format: offered.find((each) => pattern.test(each)) }))
    .find(({ format }) => format !== undefined);
  if (!found)
    return fail('SOURCE_FAILED', {
      reason: `the service sends its features in no format that is read here (${offered.slice(0, 5).join(', ').slice(0, 200) || 'it names none'}); the records stay away.`,
    });
  const isSecond = capabilities.version.startsWith('2');
  return {
    title: textAt(type, 'Title') || name,
    url: withParameters(operation.get ?? address, {
      service: 'WFS',
      version: capabilities.version,
      request: 'GetFeature',
      [isSecond ? 'typeNames' : 'typeName']: name,
      outputFormat: found.format ?? null,
      srsName: isProjected(type) && offersDegrees(type) ? 'EPSG:4326' : null,
    }),
    extractor: { type: found.extractor, params: {} },
  };
}

/** The system of coordinates of a type, as the service names it. */
export const systemOf = (type: XmlElement): string => textAt(type, 'DefaultCRS') || textAt(type, 'DefaultSRS');

const isDegrees = (system: string): boolean => /(?:\D4326|CRS84)$/i.test(system);
const isProjected = (type: XmlElement): boolean => systemOf(type) !== '' && !isDegrees(systemOf(type));
/** A service that names no other system turns features into any. */
const offersDegrees = (type: XmlElement): boolean => {
  const others = [...textsAt(type, 'OtherCRS'), ...textsAt(type, 'OtherSRS')];
  return others.length === 0 || others.some(isDegrees);
};

async function countFeatures(source: HarvestSource, url: string): Promise<number> {
  const address = new URL(url);
  address.searchParams.delete('outputFormat');
  const { root } = await fetchXml(source, withParameters(address.href, { resultType: 'hits' }), { elements: /(?!)/ });
  const count = Number(attributeText(root, 'numberMatched') || attributeText(root, 'numberOfFeatures') || 'unknown');
  return Number.isSafeInteger(count)
    ? count
    : fail('SOURCE_FAILED', { reason: 'the service does not say how many features there are.' });
}
