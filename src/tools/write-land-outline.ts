import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { z } from 'zod';
import { project } from '#portal-page/map/geometry.ts';

/** The width of the world in the outline. A unit is less than the data are precise to, and more would make the file larger. */
const worldWidth = 8192;

/** The picture of the land of the world that maps of the portal page show: Natural Earth's at 1:110 million, in Web Mercator with its middle at 0° N 0° E. */
export async function landOutline(): Promise<string> {
  const rings = (await readLand())
    .flatMap((geometry) => (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()))
    .flatMap((ring) => withinWorld(unwrapped(ring)));
  const half = worldWidth / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-half} ${-half} ${worldWidth} ${worldWidth}"><path d="${rings.map(pathOf).join('')}"/></svg>\n`;
}

async function readLand(): Promise<readonly (Polygon | MultiPolygon)[]> {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');
  const topology = isTopology.parse(JSON.parse(await readFile(file, 'utf8')));
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [geometry] : [],
  );
}

const isTopology = z.custom<Topology<{ land: GeometryCollection }>>(
  (value) =>
    z.object({ type: z.literal('Topology'), objects: z.object({ land: z.object({}) }) }).safeParse(value).success,
);

/** A ring whose longitudes go on beyond ±180° where it crosses that meridian. One that goes around the pole is closed along the south pole. */
export function unwrapped(ring: readonly Position[]): readonly Position[] {
  let turns = 0;
  const positions = ring.map(([lon = 0, lat = 0], index) => {
    const step = lon - (ring[index - 1]?.[0] ?? lon);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [lon + 360 * turns, lat];
  });
  const [first = 0] = positions[0] ?? [];
  return turns === 0 ? positions.slice(0, -1) : [...positions, [first + 360 * turns, -90], [first, -90]];
}

/** The parts of an unwrapped ring between 180° W and 180° E. */
const withinWorld = (ring: readonly Position[]): readonly (readonly Position[])[] =>
  [-360, 0, 360]
    .map((shift) => ring.map(([lon = 0, lat = 0]) => [lon + shift, lat]))
    .map((shifted) => eastOf(mirrored(eastOf(mirrored(shifted)))))
    .filter((part) => part.length > 2);

const mirrored = (ring: readonly Position[]): readonly Position[] => ring.map(([lon = 0, lat = 0]) => [-lon, lat]);

/** The part of a ring east of 180° W (Sutherland and Hodgman). */
const eastOf = (ring: readonly Position[]): readonly Position[] =>
  ring.flatMap(([lon = 0, lat = 0], index) => {
    const [lastLon = 0, lastLat = 0] = ring.at(index - 1) ?? [];
    const isInside = lon >= -180;
    const crossing = [-180, lastLat + ((-180 - lastLon) / (lon - lastLon)) * (lat - lastLat)];
    return [...(isInside === lastLon >= -180 ? [] : [crossing]), ...(isInside ? [[lon, lat]] : [])];
  });

/** A ring as a path of whole numbers, each relative to the one before. */
function pathOf(ring: readonly Position[]): string {
  const points = ring.map(([lon = 0, lat = 0]) => {
    const [x, y] = project({ lat, lon });
    return [inUnits(x), inUnits(y)] as const;
  });
  const steps = points
    .filter(([x, y], index) => x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1])
    .map(([x, y], index, kept) => {
      const [fromX, fromY] = kept[index - 1] ?? [0, 0];
      return `${index === 1 ? 'l' : ''}${x - fromX} ${y - fromY}`;
    });
  return steps.length < 3 ? '' : `M${steps.join(' ').replaceAll(' -', '-').replaceAll(' l', 'l')}z`;
}

/** A coordinate of the world of 256 pixels, in units from its middle. */
const inUnits = (pixels: number): number => Math.round((pixels / 256 - 0.5) * worldWidth);

// The file is committed, because the build has no development packages.
if (import.meta.main) await writeFile('src/portal-page/land.svg', await landOutline());
