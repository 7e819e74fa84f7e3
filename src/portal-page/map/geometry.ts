import { isRecord } from '../json.ts';

/** A place in degrees of WGS 84. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** What part of the world a map shows: its centre, and how many times the world of 256 pixels was doubled. */
export interface MapView {
  readonly center: Place;
  readonly zoom: number;
}

/** The size of a map in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in degrees. */
export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

const maxLatitude = 85.05;
/** The largest zoom of a map. */
const maxZoom = 18;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The position of a place in the world of 256 pixels (Web Mercator). */
export function project({ lat, lon }: Place): readonly [number, number] {
  const sine = Math.sin(radians(clamp(lat, -maxLatitude, maxLatitude)));
  return [((lon + 180) / 360) * 256, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 256];
}

/** The place at a position in the world of 256 pixels. */
const unproject = ([x, y]: readonly [number, number]): Place => ({
  lat: (Math.atan(Math.sinh(Math.PI * (1 - y / 128))) * 180) / Math.PI,
  lon: (x / 256) * 360 - 180,
});

/** The view that shows all of a rectangle, with a margin. */
export function viewOf({ south, west, north, east }: Bounds, { width, height }: Size): MapView {
  const [left, top] = project({ lat: north, lon: west });
  const [right, bottom] = project({ lat: south, lon: east });
  const factor = Math.min((width * 0.8) / Math.max(right - left, 1e-9), (height * 0.8) / Math.max(bottom - top, 1e-9));
  return {
    center: unproject([(left + right) / 2, (top + bottom) / 2]),
    zoom: clamp(Math.floor(Math.log2(factor) * 2) / 2, 0, 16),
  };
}

/** The rectangle that a view shows. */
export function boundsOf(view: MapView, size: Size): Bounds {
  const northWest = placeAt(view, size, [0, 0]);
  const southEast = placeAt(view, size, [size.width, size.height]);
  return {
    south: southEast.lat,
    west: clamp(northWest.lon, -180, 180),
    north: northWest.lat,
    east: clamp(southEast.lon, -180, 180),
  };
}

/** The pixel of a place on a map. */
export function pixelOf({ center, zoom }: MapView, { width, height }: Size, place: Place): readonly [number, number] {
  const scale = 2 ** zoom;
  const [x, y] = project(place);
  const [centerX, centerY] = project(center);
  return [(x - centerX) * scale + width / 2, (y - centerY) * scale + height / 2];
}

/** The place at a pixel of a map. */
export function placeAt(
  { center, zoom }: MapView,
  { width, height }: Size,
  [left, top]: readonly [number, number],
): Place {
  const scale = 2 ** zoom;
  const [x, y] = project(center);
  return unproject([x + (left - width / 2) / scale, clamp(y + (top - height / 2) / scale, 0, 256)]);
}

/** The view after a move by pixels. */
export const moved = (view: MapView, size: Size, [right, down]: readonly [number, number]): MapView => ({
  ...view,
  center: placeAt(view, size, [size.width / 2 + right, size.height / 2 + down]),
});

/** The view after a change of its zoom. */
export const zoomed = ({ center, zoom }: MapView, by: number): MapView => ({
  center,
  zoom: clamp(zoom + by, 0, maxZoom),
});

/** Multiples of a round number of degrees, about `count` of them, between two values. */
export function graticule(low: number, high: number, count: number): readonly number[] {
  const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60];
  const step = steps.find((each) => (high - low) / each <= count) ?? 90;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_each, index) =>
    Number(((first + index) * step).toFixed(3)),
  );
}

/** The bounds of a geometry in GeoJSON; undefined without coordinates. */
export function boundsOfShape(shape: unknown): Bounds | undefined {
  const geometry = isRecord(shape) && isRecord(shape['geometry']) ? shape['geometry'] : shape;
  const positions = isRecord(geometry) ? positionsIn(geometry['coordinates']) : [];
  return boundsAround(positions.map(([lon, lat]) => ({ lat, lon })));
}

function positionsIn(coordinates: unknown): readonly (readonly [number, number])[] {
  if (!Array.isArray(coordinates)) return [];
  const [lon, lat] = coordinates as readonly unknown[];
  if (typeof lon === 'number' && typeof lat === 'number') return [[lon, lat]];
  return (coordinates as readonly unknown[]).flatMap(positionsIn);
}

/** The view after a change of its zoom that keeps the place at a pixel where it is. */
export function zoomedAt(view: MapView, size: Size, pixel: readonly [number, number], by: number): MapView {
  const next = zoomed(view, by);
  const [x, y] = pixelOf(next, size, placeAt(view, size, pixel));
  return moved(next, size, [x - pixel[0], y - pixel[1]]);
}

/** The rectangle around some places; undefined without any. */
export function boundsAround(places: readonly Place[]): Bounds | undefined {
  const [first] = places;
  if (!first) return undefined;
  return places.reduce(
    ({ south, west, north, east }, { lat, lon }) => ({
      south: Math.min(south, lat),
      west: Math.min(west, lon),
      north: Math.max(north, lat),
      east: Math.max(east, lon),
    }),
    { south: first.lat, west: first.lon, north: first.lat, east: first.lon },
  );
}

/** The surroundings of a place: some streets. */
export const boundsAt = ({ lat, lon }: Place): Bounds => ({
  south: lat - 0.004,
  west: lon - 0.006,
  north: lat + 0.004,
  east: lon + 0.006,
});

/** Whether a view shows a place. */
export function contains(view: MapView, size: Size, { lat, lon }: Place): boolean {
  const { south, west, north, east } = boundsOf(view, size);
  return lat >= south && lat <= north && lon >= west && lon <= east;
}

/** The land without the poles. */
export const world: Bounds = { south: -56, west: -170, north: 72, east: 180 };
