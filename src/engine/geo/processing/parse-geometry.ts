import { isJsonObject, tryParseJson } from '#kernel/json.ts';
import type { Geometry, Position } from './geometry.ts';

/** The maximum nesting of collections. */
const maxDepth = 20;

/**
 * Reads a geometry of GeoJSON or the geometry of a feature, as an object or as its text. Undefined for anything else:
 * unknown types, coordinates that are not finite, lines of one point, areas whose border does not close.
 */
export function parseGeometry(value: unknown): Geometry | undefined {
  const geojson = typeof value === 'string' ? tryParseJson(value) : value;
  return parse(isJsonObject(geojson) && geojson['type'] === 'Feature' ? geojson['geometry'] : geojson, maxDepth);
}

function parse(value: unknown, depth: number): Geometry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, coordinates, geometries } = value;
  switch (typeof type === 'string' ? type : '') {
    case 'Point':
      return geometryOf('Point', parsePosition(coordinates));
    case 'MultiPoint':
      return geometryOf('MultiPoint', parseList(coordinates, parsePosition));
    case 'LineString':
      return geometryOf('LineString', parseLine(coordinates));
    case 'MultiLineString':
      return geometryOf('MultiLineString', parseList(coordinates, parseLine));
    case 'Polygon':
      return geometryOf('Polygon', parseArea(coordinates));
    case 'MultiPolygon':
      return geometryOf('MultiPolygon', parseList(coordinates, parseArea));
    case 'GeometryCollection': {
      const parts = depth > 0 ? parseList(geometries, (part) => parse(part, depth - 1)) : undefined;
      return parts && { type: 'GeometryCollection', geometries: parts };
    }
    default:
      return undefined;
  }
}

const geometryOf = <Type extends string, Coordinates>(type: Type, coordinates: Coordinates | undefined) =>
  coordinates === undefined ? undefined : { type, coordinates };

/** Parses every part of a list; undefined when one of the parts is invalid. */
function parseList<Part>(value: unknown, parsePart: (value: unknown) => Part | undefined): Part[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: Part[] = [];
  for (const item of value) {
    const parsed = parsePart(item);
    if (parsed === undefined) return undefined;
    parts.push(parsed);
  }
  return parts;
}

const parseNumber = (value: unknown): number | undefined => (Number.isFinite(value) ? Number(value) : undefined);

function parsePosition(value: unknown): Position | undefined {
  const numbers =
    Array.isArray(value) && value.length >= 2 && value.length <= 4 ? parseList(value, parseNumber) : undefined;
  // The fourth number, a measure, has no meaning in GeoJSON.
  return numbers?.slice(0, 3);
}

function parseLine(value: unknown): Position[] | undefined {
  const positions = parseList(value, parsePosition);
  return positions && positions.length >= 2 ? positions : undefined;
}

const parseArea = (value: unknown): Position[][] | undefined => {
  const borders = parseList(value, parseBorder);
  return borders && borders.length > 0 ? borders : undefined;
};

function parseBorder(value: unknown): Position[] | undefined {
  const positions = parseList(value, parsePosition);
  const [first, last] = [positions?.[0], positions?.at(-1)];
  return positions && positions.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
    ? positions
    : undefined;
}
