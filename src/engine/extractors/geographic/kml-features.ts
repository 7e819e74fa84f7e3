import type { Document, Element } from '@xmldom/xmldom';
import { toPlainJson } from '#kernel/json.ts';
import type { Feature } from '#engine/geo/feature-records.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { isRecord, type DataRecord, type Value } from '#engine/records/record.ts';

const coordinateText = /^[\s\d.,eE+-]*$/;

/** The library's conversion of a document to features. */
type Convert = (
  document: Document,
) => Iterable<{ readonly id?: string | number | undefined; readonly properties: unknown; readonly geometry: unknown }>;

/** Converts placemarks to features one at a time, together with the schemas that declare the types of their data. */
export class PlacemarkFeatures {
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
