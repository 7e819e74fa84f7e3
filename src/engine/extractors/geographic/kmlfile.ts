import { defineXmlFeatureExtractor, type XmlFeatureReader } from './xml-features.ts';
import type { Document, Element } from '@xmldom/xmldom';
import { fail } from '#kernel/fail.ts';
import type { Feature } from '#engine/geo/feature-records.ts';
import { maxRecordSize } from '../batches.ts';
import { localName, type XmlOpening } from '../xml/xml-reader.ts';
import { toPlainJson } from '#kernel/json.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { type DataRecord, isRecord, type Value } from '#engine/records/record.ts';

/** KML: the placemarks of an earth browser; as KMZ it is packed by zip. */
export const kmlfile = defineXmlFeatureExtractor({
  type: 'kmlfile',
  label: 'KML file',
  root: 'kml',
  createReader: async () => new KmlReader(await PlacemarkFeatures.load()),
});

const coordinateText = /^[\s\d.,eE+-]*$/;

/** The library's conversion of a document to features. */
type Convert = (
  document: Document,
) => Iterable<{ readonly id?: string | number | undefined; readonly properties: unknown; readonly geometry: unknown }>;

/** Converts placemarks to features one at a time, together with the schemas that declare the types of their data. */
class PlacemarkFeatures {
  readonly document: Document;
  readonly #convert: Convert;

  private constructor(document: Document, convert: Convert) {
    this.document = document;
    this.#convert = convert;
  }

  /** Loads the libraries, which only KML files need. */
  static async load(): Promise<PlacemarkFeatures> {
    const [{ DOMImplementation }, { kmlGen }] = await Promise.all([
      import('@xmldom/xmldom'),
      import('@tmcw/togeojson'),
    ]);
    return new PlacemarkFeatures(new DOMImplementation().createDocument(null, 'kml'), kmlGen);
  }

  /** Adds a schema that applies to the placemarks after it. */
  addSchema(schema: Element): void {
    this.document.documentElement?.appendChild(schema);
  }

  /** The feature of a placemark, with the names of its folders, the outermost first. */
  toFeature(placemark: Element, folders: readonly string[]): Feature {
    const root = this.document.documentElement;
    root?.appendChild(placemark);
    try {
      const [converted] = this.#convert(this.document);
      // For data named like inherited members, the library returns values that are not JSON.
      const {
        id = null,
        properties,
        geometry = null,
      } = toPlainJson(converted ?? {}) as Partial<Record<'id' | 'properties' | 'geometry', Value>>;
      return {
        id,
        properties: {
          ...(folders.length > 0 && { Folder: folders.join(' / ') }),
          ...(isRecord(properties) && flattenTimes(properties)),
        },
        geometry: hasNumbersOnly(placemark) ? geometry : failingWith('a coordinate is not a number'),
      };
    } catch {
      return { properties: {}, geometry: failingWith('the placemark cannot be read') };
    } finally {
      root?.removeChild(placemark);
    }
  }
}

/** Moves times to separate fields. Only the first and the last time of a track are kept. */
function flattenTimes({ timespan, coordinateProperties, ...properties }: DataRecord): DataRecord {
  const { begin = null, end = null } = isRecord(timespan) ? timespan : {};
  const { times = null } = isRecord(coordinateProperties) ? coordinateProperties : {};
  const allTimes = Array.isArray(times) ? times.flat() : [];
  return {
    ...properties,
    ...(isRecord(timespan) && { 'start time': begin || null, 'end time': end || null }),
    ...(allTimes.length > 0 && { 'start time': allTimes[0] ?? null, 'end time': allTimes.at(-1) ?? null }),
  };
}

/** Whether all coordinates are numbers: the library would drop other positions, which would change the shape. */
const hasNumbersOnly = (placemark: Element): boolean =>
  Array.from(placemark.getElementsByTagName('coordinates')).every(({ textContent }) =>
    coordinateText.test(textContent ?? ''),
  );

const failingWith = (message: string) => (): never => {
  throw new GeometryError(message);
};

/** The maximum number of elements of one placemark: each element takes a kilobyte of memory. */
const maxElements = 100_000;
/** The maximum number of elements of all schemas, which are read again for each placemark. */
const maxElementsOfSchemas = 1_000;
const maxFolderName = 250;

/** Elements of styles, which have no data and are left out. */
const styleElements = new Set(['Style', 'StyleMap', 'styleUrl', 'CascadingStyle']);
/** The form of the names of KML; elements with other names are left out. */
const kmlName = /^[a-z_][\w.-]*$/i;
/** The attributes that describe data. */
const dataAttributes = new Set(['id', 'name', 'type', 'schemaUrl']);

/** The namespace of Google's own elements. */
const googleExtensions = 'http://www.google.com/kml/ext/2.2';

/** An element that contains placemarks. */
interface Container {
  readonly isFolder: boolean;
  /** Whether the text of the element is the name of the folder that contains it. */
  readonly isFolderName: boolean;
  folderName: string;
}

/** Converts each placemark of a KML file (OGC 12-007r2) to a feature. Only one placemark at a time is in memory as a tree. */
class KmlReader implements XmlFeatureReader {
  readonly #document: Document;
  readonly #features: PlacemarkFeatures;
  readonly #containers: Container[] = [];
  /** The open elements, from the placemark or schema that is being built down to the element that is being read. */
  readonly #open: Element[] = [];
  /** The number of open elements that are skipped. */
  #skipped = 0;
  /** The number of elements of the current placemark or schema. */
  #elements = 0;
  #elementsOfSchemas = 0;
  /** The number of characters of the current placemark or schema. */
  #length = 0;

  constructor(features: PlacemarkFeatures) {
    this.#features = features;
    this.#document = features.document;
  }

  open(element: XmlOpening): void {
    const name = localName(element.name);
    if (this.#skipped > 0 || styleElements.has(name) || !kmlName.test(name)) this.#skipped++;
    else if (this.#open.length > 0 || name === 'Placemark' || name === 'Schema') this.#build(element, name);
    else
      this.#containers.push({
        isFolder: name === 'Folder',
        isFolderName: name === 'name' && this.#containers.at(-1)?.isFolder === true,
        folderName: '',
      });
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (this.#skipped > 0) return;
    if (element) {
      this.#length += text.length;
      if (this.#length > maxRecordSize)
        fail('EXTRACTION_FAILED', { reason: `a placemark is larger than ${maxRecordSize} characters` });
      element.appendChild(this.#document.createTextNode(text));
    } else if (this.#containers.at(-1)?.isFolderName === true) {
      const folder = this.#containers.at(-2);
      if (folder) folder.folderName = (folder.folderName + text).slice(0, maxFolderName);
    }
  }

  close(): Feature | undefined {
    if (this.#skipped > 0) this.#skipped--;
    else if (this.#open.length === 0) this.#containers.pop();
    else {
      const element = this.#open.pop();
      if (element && this.#open.length === 0) return this.#finish(element);
    }
    return undefined;
  }

  #build({ name: prefixed, attributes }: XmlOpening, name: string): void {
    this.#elements++;
    if (this.#elements > maxElements)
      fail('EXTRACTION_FAILED', { reason: `a placemark has more than ${maxElements} elements` });
    // The library recognises Google's own elements by their usual prefix.
    const element = prefixed.startsWith('gx:')
      ? this.#document.createElementNS(googleExtensions, `gx:${name}`)
      : this.#document.createElementNS(null, name);
    for (const [attribute, value] of Object.entries(attributes))
      if (dataAttributes.has(attribute)) element.setAttribute(attribute, value);
    this.#open.at(-1)?.appendChild(element);
    this.#open.push(element);
  }

  #finish(element: Element): Feature | undefined {
    const elements = this.#elements;
    this.#elements = 0;
    this.#length = 0;
    if (element.tagName === 'Schema') {
      this.#elementsOfSchemas += elements;
      if (this.#elementsOfSchemas > maxElementsOfSchemas)
        fail('EXTRACTION_FAILED', { reason: `the schemas have more than ${maxElementsOfSchemas} elements` });
      this.#features.addSchema(element);
      return undefined;
    }
    const folders = this.#containers.filter(({ isFolder }) => isFolder).map(({ folderName }) => folderName.trim());
    return this.#features.toFeature(element, folders);
  }
}
