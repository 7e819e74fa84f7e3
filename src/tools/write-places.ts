import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { z } from 'zod';
import { type Place, project } from '#portal-page/map/geometry.ts';
import { cityLabel, type Label, overlaps, type Places } from '#portal-page/map/places.ts';
import { unwrapped } from './write-land-outline.ts';

/** The number of cities: more would be too many bytes for what is behind the data. */
const maxCities = 2_200;

/** The number of inhabitants from which a city may appear at a zoom: none does where a map shows the world. */
const inhabitants: readonly number[] = [Infinity, Infinity, 5e6, 3e6, 1e6, 4e5, 1e5, 2e4];
/** The room between the names of cities, as a part of their size. */
const room = 0.25;

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(createRequire(import.meta.url).resolve(name), 'utf8'));

const cities = z.array(
  z.object({ city: z.string(), lat: z.number(), lng: z.number(), pop: z.number(), iso2: z.coerce.string() }),
);

/** The names on maps of the portal page: the cities of Natural Earth at 1:10 million, and where its countries at 1:110 million have room for their names. */
export async function placesOfWorld(): Promise<string> {
  const known = cities
    .parse(await readJson('city-timezones/data/cityMap.json'))
    .map(({ city, lat, lng, pop, iso2 }) => ({ name: city.trim(), place: { lat, lon: lng }, pop, code: iso2 }))
    .sort((one, other) => other.pop - one.pop || (one.name < other.name ? -1 : 1));
  const places: Places = { countries: await countries(known), cities: thinned(known) };
  // a line for each place, so that changes can be read
  return `${JSON.stringify(places).replaceAll('],[', '],\n[')}\n`;
}

interface City {
  readonly name: string;
  readonly place: Place;
  readonly pop: number;
  readonly code: string;
}

/** The cities from the zoom on at which no more important one is in the way of its name. */
function thinned(known: readonly City[]): Places['cities'] {
  // what is drawn at each zoom
  const drawn = inhabitants.map((): Label[] => []);
  const shown: { readonly city: City; readonly zoom: number }[] = [];
  for (const city of known) {
    const [x, y] = project(city.place);
    const labelAt = (zoom: number) => cityLabel(city.name, [x * 2 ** zoom, y * 2 ** zoom], room);
    const hasRoom = (zoom: number): boolean => {
      const label = labelAt(zoom);
      return drawn[zoom]?.some((other) => overlaps(other, label)) === false;
    };
    const first = inhabitants.findIndex((least, zoom) => city.pop >= least && hasRoom(zoom));
    if (first < 0) continue;
    shown.push({ city, zoom: first });
    for (const [zoom, labels] of drawn.entries()) if (zoom >= first) labels.push(labelAt(zoom));
  }
  return shown
    .sort((one, other) => one.zoom - other.zoom || other.city.pop - one.city.pop)
    .slice(0, maxCities)
    .map(({ city: { name, place }, zoom }) => [name, zoom, inHundredths(place.lat), inHundredths(place.lon)] as const);
}

const inHundredths = (degrees: number): number => Math.round(degrees * 100);

/** The countries, by the code that most of their cities have, where their largest part has the most room for a name. */
async function countries(known: readonly City[]): Promise<Places['countries']> {
  const topology = isTopology.parse(await readJson('world-atlas/countries-110m.json'));
  const parts = feature(topology, topology.objects.countries).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [largestRing(geometry)] : [],
  );
  const labeled = parts.flatMap((ring) => {
    const code = codeOf(ring, known);
    const widest = code === undefined ? undefined : widestPlace(ring);
    return code !== undefined && widest ? [[code, ...widest] as const] : [];
  });
  return labeled
    .sort(([, , , one], [, , , other]) => other - one)
    .filter(([code], index) => labeled.findIndex(([other]) => other === code) === index);
}

const isTopology = z.custom<Topology<{ countries: GeometryCollection }>>(
  (value) =>
    z.object({ type: z.literal('Topology'), objects: z.object({ countries: z.object({}) }) }).safeParse(value).success,
);

type Point = readonly [x: number, y: number];
/** A ring in the world of 256 pixels. */
type Ring = readonly Point[];

function largestRing(geometry: Polygon | MultiPolygon): Ring {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.map(([outer = []]) => projected(unwrapped(outer)));
  return rings.reduce((largest, ring) => (areaOf(ring) > areaOf(largest) ? ring : largest), []);
}

const projected = (positions: readonly Position[]): Ring =>
  positions.map(([lon = 0, lat = 0]) => project({ lat, lon }));

const areaOf = (ring: Ring): number =>
  Math.abs(sidesOf(ring).reduce((sum, [[x, y], [nextX, nextY]]) => sum + x * nextY - nextX * y, 0) / 2);

const sidesOf = (ring: Ring): (readonly [Point, Point])[] =>
  ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point] as const);

/** Whether a point is in a ring, by its sides. */
function isWithin(sides: readonly (readonly [Point, Point])[], [x, y]: Point): boolean {
  let isIn = false;
  for (const [[fromX, fromY], [toX, toY]] of sides)
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn;
  return isIn;
}

/** The code that most of the cities in a ring have. */
function codeOf(ring: Ring, known: readonly City[]): string | undefined {
  const counts = new Map<string, number>();
  const { left, right, top, bottom } = boundsOf(ring);
  const sides = sidesOf(ring);
  for (const { place, code } of known) {
    const [x, y] = project(place);
    if (!/^[A-Z]{2}$/.test(code) || y < top || y > bottom) continue;
    const isIn = (at: number): boolean => at >= left && at <= right && isWithin(sides, [at, y]);
    if (isIn(x) || isIn(x - 256) || isIn(x + 256)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

function boundsOf(ring: Ring): Label {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** How many times as wide as high a name is. */
const flatness = 4;

/** The place in a ring with the most room for a name, and the width that it has there, in thousandths of the pixels of zoom 0. */
function widestPlace(ring: Ring): readonly [lat: number, lon: number, width: number] | undefined {
  const { left, right, top, bottom } = boundsOf(ring);
  const steps = Array.from({ length: 23 }, (_each, index) => (index + 1) / 24);
  const sides = sidesOf(ring);
  const inside = steps
    .flatMap((across) => steps.map((down): Point => [left + across * (right - left), top + down * (bottom - top)]))
    .filter((point) => isWithin(sides, point))
    .map((point) => ({ point, width: 2 * Math.min(...sides.map((side) => distance(side, point))) }));
  const [first, ...others] = inside;
  if (!first) return undefined;
  const { point, width } = others.reduce((widest, each) => (each.width > widest.width ? each : widest), first);
  const { lat, lon } = placeOf(point);
  return [inHundredths(lat), inHundredths(lon), Math.round(width * 1000)];
}

/** The distance of a point from a side, where what is above and below is some times as far. */
function distance([[fromX, fromY], [toX, toY]]: readonly [Point, Point], [x, y]: Point): number {
  const [acrossX, acrossY] = [toX - fromX, (toY - fromY) * flatness];
  const [pointX, pointY] = [x - fromX, (y - fromY) * flatness];
  const length = acrossX ** 2 + acrossY ** 2;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (pointX * acrossX + pointY * acrossY) / length));
  return Math.hypot(pointX - along * acrossX, pointY - along * acrossY);
}

/** The place at a position in the world of 256 pixels, also beyond its edges. */
const placeOf = ([x, y]: Point): Place => ({
  lat: (Math.atan(Math.sinh(Math.PI * (1 - y / 128))) * 180) / Math.PI,
  lon: (((((x / 256) * 360) % 360) + 360) % 360) - 180,
});

// The file is committed, because the build has no development packages.
if (import.meta.main) await writeFile('src/portal-page/places.json', await placesOfWorld());
