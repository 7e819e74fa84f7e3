import { isRecord } from '#portal-page/json.ts';
import { project } from './geometry.ts';

/** How deep collections of geometries are followed. */
const maxDepth = 5;

/** A list of positions that is drawn as one line; closed where it is the ring of a polygon. */
interface Line {
  readonly positions: readonly unknown[];
  readonly isClosed: boolean;
}

/** The lines and rings of a geometry in GeoJSON, or of a feature; points are lines of one position. */
function linesOf(shape: unknown, depth = 0): readonly Line[] {
  if (!isRecord(shape) || depth > maxDepth) return [];
  const { type, coordinates, geometries, geometry } = shape;
  if (type === 'Feature') return linesOf(geometry, depth + 1);
  if (type === 'GeometryCollection') return listOf(geometries).flatMap((each) => linesOf(each, depth + 1));
  const line = (positions: unknown, isClosed = false): Line => ({ positions: listOf(positions), isClosed });
  switch (type) {
    case 'Point':
      return [line([coordinates])];
    case 'MultiPoint':
      return listOf(coordinates).map((position) => line([position]));
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return listOf(coordinates).map((each) => line(each));
    case 'Polygon':
      return listOf(coordinates).map((ring) => line(ring, true));
    case 'MultiPolygon':
      return listOf(coordinates).flatMap((polygon) => listOf(polygon).map((ring) => line(ring, true)));
    default:
      return [];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How many positions a shape has. */
export const verticesIn = (shape: unknown): number =>
  linesOf(shape).reduce((sum, { positions }) => sum + positions.length, 0);

/** A shape as it is drawn at a zoom. */
export interface ShapePath {
  /** The path, in pixels from the origin. */
  readonly d: string;
  readonly isArea: boolean;
}

/** Positions nearer to one another than these pixels are one. */
const tolerance = 1;

/**
 * The path of a shape at a zoom, from an origin in the world of 256 pixels. Positions that would be drawn on the pixel of the one before are left out, and
 * after `maxVertices` positions the rest is.
 */
export function shapePath(
  shape: unknown,
  { zoom, origin: [left, top] }: { readonly zoom: number; readonly origin: readonly [number, number] },
  maxVertices: number,
): ShapePath {
  const scale = 2 ** zoom;
  let [room, isArea, d] = [maxVertices, false, ''];
  for (const { positions, isClosed } of linesOf(shape)) {
    const pixels: (readonly [number, number])[] = [];
    for (const position of positions) {
      if (room <= 0) break;
      const [lon, lat] = listOf(position);
      if (typeof lon !== 'number' || typeof lat !== 'number') continue;
      const [x, y] = project({ lat, lon });
      const pixel = [(x - left) * scale, (y - top) * scale] as const;
      const last = pixels.at(-1);
      if (last && Math.hypot(pixel[0] - last[0], pixel[1] - last[1]) < tolerance) continue;
      pixels.push(pixel);
      room -= 1;
    }
    const [first] = pixels;
    if (!first) continue;
    const text = pixels.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
    if (pixels.length < (isClosed ? 3 : 2)) {
      // what is smaller than a pixel is a dot
      d += `M${(first[0] - 3).toFixed(1)},${first[1].toFixed(1)}a3,3 0 1 0 6,0a3,3 0 1 0 -6,0Z`;
    } else {
      d += `M${text.join('L')}${isClosed ? 'Z' : ''}`;
    }
    isArea ||= isClosed;
  }
  return { d, isArea };
}
