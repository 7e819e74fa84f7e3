import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { z } from 'zod';
import { project } from '../portal-page/drawing/mercator.ts';

/** The width of the world in the outline. A unit is less than the data are precise to, and more would make the file larger. */
const worldWidth = 8192;

/** The picture of the land of the world that maps of the portal page show: Natural Earth's at 1:110 million, in Web Mercator with its middle at 0° N 0° E. */
export async function landOutline(): Promise<string> {
  const rings = (await readLand()).flatMap((geometry) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
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

/** A ring as a path of whole numbers, each relative to the one before. */
function pathOf(ring: readonly Position[]): string {
  const points = ring.slice(0, -1).map(([lon = 0, lat = 0]) => {
    const [x, y] = project({ lat, lon });
    return [inUnits(x), inUnits(y)] as const;
  });
  const steps = points.flatMap(([x, y], index) => {
    const [fromX, fromY] = points[index - 1] ?? [0, 0];
    const isSamePoint = index > 0 && x === fromX && y === fromY;
    return isSamePoint ? [] : [`${index === 1 ? 'l' : ''}${x - fromX} ${y - fromY}`];
  });
  return `M${steps.join(' ').replaceAll(' -', '-').replaceAll(' l', 'l')}z`;
}

/** A coordinate of the world of 256 pixels, in units from its middle. */
const inUnits = (pixels: number): number => Math.round((pixels / 256 - 0.5) * worldWidth);

// The file is committed, because the build has no development packages.
if (import.meta.main) await writeFile('src/portal-page/land.svg', await landOutline());
