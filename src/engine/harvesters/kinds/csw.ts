import { CatalogError, fail } from '#kernel/fail.ts';
import { localName, type XmlElement, type XmlOpening } from '#engine/extractors/xml/xml-reader.ts';
import { findFeatureType, type FeatureService, featurePages, openFeatureService } from '../feature-service.ts';
import { defineHarvesterKind, type RemoteEntry, type RemoteResource } from '../harvester-kind.ts';
import { metadataOnly } from '../harvester-settings.ts';
import type { HarvestSource, SourceRequest } from '../harvest-source.ts';
import { dublinCoreEntry } from '../iso/dublin-core.ts';
import { featureTypeOf, type RecordOptions } from '../iso/catalog-record.ts';
import { isoEntry } from '../iso/iso-dataset.ts';
import { toValueMapping } from '../iso/value-mapping.ts';
import { fetchCapabilities, operationOf, serviceAddress } from '../ogc-service.ts';
import { readOffsetPages } from '../offset-pages.ts';
import { withParameters } from '../portal-address.ts';
import { fetchXml, isBroken, readXml } from '../xml-answer.ts';
import { attributeText } from '../xml-values.ts';

const settings = [
  { name: 'url', type: 'text', isMandatory: true, isAddress: true, description: 'The address of the service.' },
  { name: 'keywords_thesaurus', type: 'text', description: 'The thesaurus whose keywords become keywords.' },
  { name: 'theme_thesaurus', type: 'text', description: 'The thesaurus whose keywords become themes.' },
  {
    name: 'insert_br_in_description',
    type: 'boolean',
    description: 'Whether line ends of descriptions become `<br>`.',
  },
  {
    name: 'constraint_language',
    type: 'boolean',
    description: 'Whether requests name a language of filters, as some services require: CQL_TEXT.',
  },
  {
    name: 'invert_coordinates',
    type: 'boolean',
    description: 'Whether longitude and latitude are exchanged.',
  },
  {
    name: 'themes_mapping',
    type: 'mapping',
    description: 'Themes of this portal by those of the source, for all of it or by the name of a thesaurus.',
  },
  {
    name: 'licenses_mapping',
    type: 'mapping',
    description: 'Licenses of this portal by those of the source.',
  },
  metadataOnly,
] as const;

/** How many records are asked for at once. */
const pageSize = 50;
const isoSchema = 'http://www.isotc211.org/2005/gmd';

/** Catalog services by CSW 2.0.2 and 3.0, with records by ISO 19139 or Dublin Core. */
export const csw = defineHarvesterKind({
  type: 'csw',
  label: 'Catalog service (CSW)',
  settings,
  async *entries(given, { source, reportTotal }) {
    const reader = await openCatalog(source, serviceAddress(given.url), given.constraint_language);
    const options: RecordOptions = {
      keywordsThesaurus: given.keywords_thesaurus,
      themeThesaurus: given.theme_thesaurus,
      isInsertingBreaks: given.insert_br_in_description,
      isInverted: given.invert_coordinates,
      themes: toValueMapping(given.themes_mapping),
      licenses: toValueMapping(given.licenses_mapping),
    };
    const locate = createLocator(source);
    let position = 0;
    for await (const page of readOffsetPages({ pageSize, read: reader, reportTotal })) {
      if ('failure' in page) {
        yield page.failure;
        continue;
      }
      position += 1;
      const entry = toEntry(page.item, position, options);
      yield 'error' in entry ? entry : { ...entry, locate };
    }
  },
});

/** A record, or why it cannot be read. */
type CatalogItem = XmlElement | { readonly problem: string };

function toEntry(item: CatalogItem, position: number, options: RecordOptions): RemoteEntry {
  const id = `record ${position}`;
  if ('problem' in item) return { id, error: item.problem, isIncomplete: true };
  const entry = localName(item.name).endsWith('_Metadata') ? isoEntry(item, options) : dublinCoreEntry(item, options);
  return entry ?? { id, error: 'The record has no identifier, so that it cannot be found again.' };
}

/** Reads the records of a catalog from an offset. */
type ReadRecords = (
  offset: number,
  size: number,
) => Promise<{ readonly items: readonly CatalogItem[]; readonly total: number | null }>;

/** Finds out how a catalog is asked: its version, its schema, and whether by GET or POST. Fails SOURCE_FAILED. */
async function openCatalog(
  source: HarvestSource,
  address: string,
  hasConstraintLanguage: boolean,
): Promise<ReadRecords> {
  const capabilities = await fetchCapabilities(source, address, {
    service: 'CSW',
    versions: '2.0.2,3.0.0',
    elements: /^OperationsMetadata\/Operation$/,
  });
  const operation = operationOf(capabilities, 'GetRecords', address);
  const isThird = capabilities.version.startsWith('3');
  const coreSchema = `http://www.opengis.net/cat/csw/${isThird ? '3.0' : '2.0.2'}`;
  const outputSchema = operation.valuesOf('outputSchema').includes(isoSchema) ? isoSchema : coreSchema;
  const request = {
    service: 'CSW',
    version: isThird ? '3.0.0' : '2.0.2',
    ...(!isThird && { resultType: 'results' }),
    outputSchema,
  };
  const ask = (start: number, size: number): [url: string, request?: SourceRequest] => {
    const range = { startPosition: start, maxRecords: size };
    if (operation.get === undefined && operation.post !== undefined)
      return [operation.post, toPost(coreSchema, { ...request, ...range })];
    const parameters = {
      ...request,
      request: 'GetRecords',
      typeNames: 'csw:Record',
      elementSetName: 'full',
      ...(hasConstraintLanguage && { constraintLanguage: 'CQL_TEXT' }),
      ...range,
    };
    return [withParameters(operation.get ?? address, parameters)];
  };
  const parts = { elements: /^SearchResults\/[^/]+$/, openings: ['SearchResults'] };
  let total: number | null = null;
  /** A record by itself; undefined behind the last one. */
  async function readOne(start: number): Promise<CatalogItem | undefined> {
    const [url, sent] = ask(start, 1);
    try {
      const { elements, openings } = await fetchXml(source, url, parts, sent);
      total = countIn(openings.get('SearchResults'), 'numberOfRecordsMatched') ?? total;
      return elements[0] ?? (total !== null && start <= total ? { problem: leftOut } : undefined);
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
      return { problem: error.message };
    }
  }
  return async (offset, size) => {
    const start = offset + 1;
    const [url, sent] = ask(start, size);
    try {
      const answer = await readXml(source, url, parts, sent);
      const results = answer.openings.get('SearchResults');
      if (!results)
        fail('SOURCE_FAILED', {
          reason: `it answered with ${localName(answer.root.name).slice(0, 100)} in place of records. Check the address.`,
        });
      const matched = countIn(results, 'numberOfRecordsMatched');
      const next = countIn(results, 'nextRecord');
      if (next !== null && next !== 0 && next <= start)
        fail('SOURCE_FAILED', {
          reason: `its pages go round in circles: after record ${start} it names ${next} as the next one.`,
        });
      total = matched ?? total;
      return { items: withGaps(answer.elements, next === null || next === 0 ? null : next - start, size), total };
    } catch (error) {
      if (!isBroken(error)) throw error;
      // one record breaks its page: the others are read by themselves
      const items: CatalogItem[] = [];
      for (let index = 0; index < size && offset + index < (total ?? Infinity); index += 1) {
        const item = await readOne(start + index);
        if (item === undefined) break;
        items.push(item);
      }
      // no record makes the page unreadable: the service does
      if (!items.some((item) => !('problem' in item)))
        fail('SOURCE_FAILED', { reason: `its XML cannot be read. ${error.message}` });
      return { items, total };
    }
  };
}

const leftOut = 'The service left the record out of its list.';

/** The records of a page, and a gap for each that it counts and does not contain. */
const withGaps = (records: readonly XmlElement[], advance: number | null, size: number): readonly CatalogItem[] => {
  const missing = Math.min(advance ?? 0, size) - records.length;
  return missing <= 0 ? records : [...records, ...Array.from({ length: missing }, () => ({ problem: leftOut }))];
};

/** A number of records that an answer names; null where it has none. */
function countIn(results: XmlOpening | undefined, name: string): number | null {
  const count = results ? attributeText(results, name) : '';
  return /^\d{1,9}$/.test(count) ? Number(count) : null;
}

/** The request as XML, for services that take no other. */
function toPost(namespace: string, attributes: Readonly<Record<string, string | number>>): SourceRequest {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return {
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    content: `<csw:GetRecords xmlns:csw="${namespace}"${written.join('')}><csw:Query typeNames="csw:Record"><csw:ElementSetName>full</csw:ElementSetName></csw:Query></csw:GetRecords>`,
  };
}

/** Finds the features that records link to. Each service is asked once in a run. */
function createLocator(source: HarvestSource) {
  const services = new Map<string, Promise<FeatureService>>();
  return async (resource: RemoteResource): Promise<Pick<RemoteResource, 'url' | 'extractor'>> => {
    const name = featureTypeOf(resource.url);
    if (name === undefined) return resource;
    const address = serviceAddress(resource.url);
    const service = services.get(address) ?? openFeatureService(source, address);
    services.set(address, service);
    const opened = await service;
    const type =
      findFeatureType(opened, name) ??
      fail('SOURCE_FAILED', { reason: `the feature service has no type ${name.slice(0, 100)}.` });
    const [page, ...others] = await featurePages(source, opened, type);
    if (!page || others.length > 0)
      return fail('SOURCE_FAILED', {
        reason: `the feature service sends its records in ${others.length + 1} parts. Harvest it as wfs.`,
      });
    return { url: page.url, extractor: page.extractor };
  };
}
