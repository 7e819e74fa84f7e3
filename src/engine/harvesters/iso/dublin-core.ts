import type { XmlElement } from '#engine/extractors/xml/xml-reader.ts';
import type { RemoteDataset } from '../harvester-kind.ts';
import { extentFields, extentOf, type RemoteExtent } from '../remote-extent.ts';
import { toRemoteMetadata } from '../remote-metadata.ts';
import { parsePeriod } from '../remote-dates.ts';
import { attributeText, elementsAt, elementsBelow, numbersOf, textAt, textOfElement, textsAt } from '../xml-values.ts';
import { type CatalogLink, partsOf, type RecordOptions, toDescription } from './catalog-record.ts';
import { mapValue } from './value-mapping.ts';

/** A record by Dublin Core as a dataset; undefined without an identifier. */
export function dublinCoreEntry(record: XmlElement, options: RecordOptions): RemoteDataset | undefined {
  const id = textAt(record, 'identifier');
  if (id === '') return undefined;
  const first = (...names: readonly string[]): string =>
    names.map((name) => textAt(record, name)).find((text) => text !== '') ?? '';
  const title = first('title') || id;
  const description = toDescription(first('abstract', 'description'), options);
  const { resources, attachments, links } = partsOf(linksOf(record), []);
  const period = parsePeriod(first('temporal'));
  const metadata = toRemoteMetadata({
    title,
    description,
    keywords: textsAt(record, 'subject'),
    publisher: first('publisher'),
    creator: first('creator'),
    attributions: textsAt(record, 'contributor'),
    license: mapValue(options.licenses, first('license', 'rights', 'accessRights')),
    language: first('language'),
    modified: first('modified', 'date'),
    issued: first('issued'),
    created: first('created'),
    periodStart: period.start,
    periodEnd: period.end,
    references: links,
    extras: { type: first('type'), source: first('source') },
  });
  const place = extentFields(boxOf(record, options.isInverted), first('spatial'));
  return {
    id,
    title,
    description,
    version: null,
    metadata: Object.keys(place).length > 0 ? { ...metadata, inspire: place } : metadata,
    resources,
    attachments,
    fields: [],
  };
}

const linksOf = (record: XmlElement): readonly CatalogLink[] =>
  ['references', 'URI'].flatMap((name) =>
    elementsAt(record, name).map((link) => ({
      url: textOfElement(link),
      protocol: attributeText(link, 'protocol') || attributeText(link, 'scheme'),
      name: attributeText(link, 'name'),
      description: attributeText(link, 'description'),
      use: attributeText(link, 'function'),
    })),
  );

/** The box of a record. EPSG 4326 by its address has latitude first; most catalogs have longitude first nevertheless, hence the setting. */
function boxOf(record: XmlElement, isInverted: boolean): RemoteExtent | undefined {
  const boxes = ['BoundingBox', 'WGS84BoundingBox'].flatMap((name) => elementsBelow(record, name));
  return extentOf(
    boxes.flatMap((box) =>
      ['LowerCorner', 'UpperCorner'].map((name): [number, number] => {
        const [first = NaN, second = NaN] = numbersOf(textAt(box, name));
        return isInverted ? [second, first] : [first, second];
      }),
    ),
  );
}
