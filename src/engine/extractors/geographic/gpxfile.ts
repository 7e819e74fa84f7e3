import { defineXmlFeatureExtractor, type XmlFeatureReader } from './xml-features.ts';
import { fail } from '#kernel/fail.ts';
import type { Feature } from '#engine/geo/feature-records.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { attributeOf, localName, type XmlOpening } from '../xml/xml-reader.ts';

/** GPX: the waypoints, routes and tracks of navigation devices. */
export const gpxfile = defineXmlFeatureExtractor({
  type: 'gpxfile',
  label: 'GPX file',
  root: 'gpx',
  createReader: async () => new GpxReader(),
});

/** The maximum number of positions in one route or track. */
const maxPositions = 1_000_000;

/** The kinds of features by their elements. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['wpt', 'waypoint'],
  ['rte', 'route'],
  ['trk', 'track'],
]);
const points = new Set(['wpt', 'rtept', 'trkpt']);

/** The feature that is being read. */
interface OpenFeature {
  readonly kind: string;
  readonly properties: Map<string, Value>;
  /** The positions: one list for a waypoint or a route, one list for each segment of a track. */
  readonly lines: number[][][];
  positions: number;
  firstTime: string | null;
  lastTime: string | null;
}

/** Converts the waypoints, routes and tracks of a GPX file to features (topografix.com/GPX/1/1). */
class GpxReader implements XmlFeatureReader {
  readonly #names: string[] = [];
  #feature: OpenFeature | undefined;
  /** The current position; its numbers are not validated yet. */
  #position: number[] | undefined;
  #text = '';
  #hasChildren = false;

  open(element: XmlOpening): void {
    const name = localName(element.name);
    const kind = kinds.get(name);
    if (this.#names.length === 1 && kind !== undefined) {
      this.#feature = {
        kind,
        properties: new Map([['GPX type', kind]]),
        lines: [[]],
        positions: 0,
        firstTime: null,
        lastTime: null,
      };
    } else if (name === 'trkseg') this.#feature?.lines.push([]);
    if (this.#feature && points.has(name)) this.#beginPoint(element);
    const link = name === 'link' ? attributeOf(element, 'href') : undefined;
    if (link !== undefined && !this.#isInPoint) this.#addProperty('link', link);
    this.#names.push(name);
    this.#text = '';
    this.#hasChildren = false;
  }

  text(text: string): void {
    if (this.#feature) this.#text += text;
  }

  close(): Feature | undefined {
    const name = this.#names.pop() ?? '';
    if (!this.#feature) return undefined;
    const text = this.#text.trim();
    this.#text = '';
    if (!this.#hasChildren && text !== '') this.#takeText(name, text);
    this.#hasChildren = true;
    if (points.has(name)) this.#position = undefined;
    return this.#names.length === 1 ? this.#finish(this.#feature) : undefined;
  }

  /** Whether the current element belongs to a point of a route or track. Only the position and the time of such a point are kept. */
  get #isInPoint(): boolean {
    return this.#position !== undefined && this.#feature?.kind !== 'waypoint';
  }

  #beginPoint(point: XmlOpening): void {
    const feature = this.#feature;
    if (feature) {
      feature.positions++;
      if (feature.positions > maxPositions)
        fail('EXTRACTION_FAILED', { reason: `a route or track has more than ${maxPositions} points` });
    }
    this.#position = [toNumber(attributeOf(point, 'lon') ?? ''), toNumber(attributeOf(point, 'lat') ?? '')];
    feature?.lines.at(-1)?.push(this.#position);
  }

  #takeText(name: string, text: string): void {
    const parent = this.#names.at(-1) ?? '';
    if (name === 'ele' && points.has(parent)) this.#position?.splice(2, 1, toNumber(text));
    if (!this.#isInPoint) this.#addProperty(name, text);
    else if (this.#feature && name === 'time' && points.has(parent)) {
      this.#feature.firstTime ??= text;
      this.#feature.lastTime = text;
    }
  }

  /** Adds a property to the feature. Repeated elements become a list. */
  #addProperty(name: string, text: string): void {
    // Only the address of a link is kept, as the property `link`; its child elements, text and type, are left out.
    if (this.#names.at(-1) === 'link') return;
    const previous = this.#feature?.properties.get(name);
    this.#feature?.properties.set(
      name,
      previous === undefined ? text : [...(Array.isArray(previous) ? previous : [previous]), text],
    );
  }

  #finish({ kind, properties, lines, firstTime, lastTime }: OpenFeature): Feature {
    this.#feature = undefined;
    if (firstTime !== null) properties.set('start time', firstTime).set('end time', lastTime);
    const values: DataRecord = Object.fromEntries(properties);
    if (kind === 'waypoint')
      return { properties: values, geometry: { type: 'Point', coordinates: lines[0]?.[0] ?? [] } };
    const filled = lines.filter((line) => line.length > 0);
    const [line = []] = filled;
    const geometry =
      filled.length > 1 ? { type: 'MultiLineString', coordinates: filled } : { type: 'LineString', coordinates: line };
    return { properties: values, geometry };
  }
}

const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text));
