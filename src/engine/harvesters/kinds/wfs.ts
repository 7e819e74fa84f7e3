import { CatalogError } from '#kernel/fail.ts';
import type { XmlElement } from '#engine/extractors/xml/xml-reader.ts';
import { featurePages, type FeatureService, openFeatureService, systemOf } from '../feature-service.ts';
import { defineHarvesterKind, type RemoteDataset } from '../harvester-kind.ts';
import { metadataOnly } from '../harvester-settings.ts';
import { serviceAddress } from '../ogc-service.ts';
import { extentFields, extentOf } from '../remote-extent.ts';
import { textToHtml, toRemoteMetadata } from '../remote-metadata.ts';
import { attributeText, elementsAt, numbersOf, textAt, textOfElement, textsAt } from '../xml-values.ts';

const settings = [
  { name: 'url', type: 'text', isMandatory: true, isAddress: true, description: 'The address of the service.' },
  metadataOnly,
] as const;

/** Feature services by WFS 1.1.0 and 2.0.0: each type of features. */
export const wfs = defineHarvesterKind({
  type: 'wfs',
  label: 'Feature service (WFS)',
  settings,
  async *entries({ url, metadata_only: isMetadataOnly }, { source, reportTotal }) {
    const service = await openFeatureService(source, serviceAddress(url));
    reportTotal(service.types.length);
    for (const [index, type] of service.types.entries()) {
      const name = textAt(type, 'Name');
      if (name === '') {
        yield { id: `feature type ${index + 1}`, error: 'The type of features has no name.' };
        continue;
      }
      const dataset = toDataset(service, type, name);
      if (isMetadataOnly) {
        yield dataset;
        continue;
      }
      try {
        yield { ...dataset, resources: await featurePages(source, service, type) };
      } catch (error) {
        if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
        // the description arrives, and what is wrong with the records is told
        yield dataset;
        yield { id: name, error: error.message, isPartial: true };
      }
    }
  },
});

function toDataset({ address, capabilities }: FeatureService, type: XmlElement, name: string): RemoteDataset {
  const [about] = capabilities.parts.get('ServiceIdentification') ?? [];
  const [provider] = capabilities.parts.get('ServiceProvider') ?? [];
  const title = textAt(type, 'Title') || name;
  const description = textToHtml(textAt(type, 'Abstract'));
  const pages = elementsAt(type, 'MetadataURL')
    .map((page) => attributeText(page, 'href') || textOfElement(page))
    .filter((page) => /^https?:/i.test(page));
  const constraints = textAt(about, 'AccessConstraints');
  const corners = ['LowerCorner', 'UpperCorner'].map((corner) => numbersOf(textAt(type, `WGS84BoundingBox/${corner}`)));
  const place = extentFields(
    extentOf(corners.flatMap(([x, y]): [number, number][] => (x === undefined || y === undefined ? [] : [[x, y]]))),
  );
  const metadata = toRemoteMetadata({
    title,
    description,
    keywords: textsAt(type, 'Keywords/Keyword'),
    publisher: textAt(provider, 'ProviderName'),
    contactName: textAt(provider, 'ServiceContact/IndividualName'),
    contactEmail: textAt(provider, 'ServiceContact/ContactInfo/Address/ElectronicMailAddress'),
    license: /^none$/i.test(constraints) ? undefined : constraints,
    references: [address, ...pages],
    extras: { feature_type: name, coordinate_system: systemOf(type) },
  });
  return {
    id: name,
    title,
    description,
    version: null,
    metadata: Object.keys(place).length > 0 ? { ...metadata, inspire: place } : metadata,
    resources: [],
    attachments: [],
    fields: [],
  };
}
