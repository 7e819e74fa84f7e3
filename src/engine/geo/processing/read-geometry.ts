import { isJsonObject, tryParseJson } from '../../../kernel/json.ts';
import type { Geometry, Position } from './geometry.ts';

/** The maximum nesting of collections. */
const deepest = 20;

/**
 * Reads a geometry of GeoJSON or the geometry of a feature, as an object or as its text. Undefined for anything else:
 * unknown types, coordinates that are not finite, lines of one point, areas whose border does not close.
 */
export function readGeometry(value: unknown): Geometry | undefined {
  const geojson = typeof value === 'string' ? tryParseJson(value) : value;
  return read(isJsonObject(geojson) && geojson['type'] === 'Feature' ? geojson['geometry'] : geojson, deepest);
}

function read(value: unknown, depth: number): Geometry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, coordinates, geometries } = value;
  switch (typeof type === 'string' ? type : '') {
    case 'Point':
      return withCoordinates('Point', position(coordinates));
    case 'MultiPoint':
      return withCoordinates('MultiPoint', list(coordinates, position));
    case 'LineString':
      return withCoordinates('LineString', line(coordinates));
    case 'MultiLineString':
      return withCoordinates('MultiLineString', list(coordinates, line));
    case 'Polygon':
      return withCoordinates('Polygon', area(coordinates));
    case 'MultiPolygon':
      return withCoordinates('MultiPolygon', list(coordinates, area));
    case 'GeometryCollection': {
      const parts = depth > 0 ? list(geometries, (part) => read(part, depth - 1)) : undefined;
      return parts && { type: 'GeometryCollection', geometries: parts };
    }
    default:
      return undefined;
  }
}

const withCoordinates = <Type extends string, Coordinates>(type: Type, coordinates: Coordinates | undefined) =>
  coordinates === undefined ? undefined : { type, coordinates };

/** The parts of a list, undefined when one of them cannot be read. */
function list<Part>(value: unknown, part: (value: unknown) => Part | undefined): Part[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: Part[] = [];
  for (const each of value) {
    const read = part(each);
    if (read === undefined) return undefined;
    parts.push(read);
  }
  return parts;
}

const number = (value: unknown): number | undefined => (Number.isFinite(value) ? Number(value) : undefined);

function position(value: unknown): Position | undefined {
  const numbers = Array.isArray(value) && value.length >= 2 && value.length <= 4 ? list(value, number) : undefined;
  // the fourth number, a measure, has no meaning in GeoJSON
  return numbers?.slice(0, 3);
}

function line(value: unknown): Position[] | undefined {
  const positions = list(value, position);
  return positions && positions.length >= 2 ? positions : undefined;
}

const area = (value: unknown): Position[][] | undefined => {
  const borders = list(value, border);
  return borders && borders.length > 0 ? borders : undefined;
};

function border(value: unknown): Position[] | undefined {
  const positions = list(value, position);
  const [first, last] = [positions?.[0], positions?.at(-1)];
  return positions && positions.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
    ? positions
    : undefined;
}
