import { isJsonObject, tryParseJson } from '#kernel/json.ts';
import { toNumber } from '../records/record.ts';
import wkx from 'wkx';

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

/** A place on earth in degrees of WGS 84, as a field of the type geo_point_2d stores it. */
export type GeoPoint = { lat: number; lon: number };

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const pair = new RegExp(`^\\s*(${number})\\s*[,;\\s]\\s*(${number})\\s*$`, 'i');

/** The maximum length of a text with two numbers. */
const maxPairLength = 200;

/**
 * Parses the x and y of a point in any reference system: `{lat, lon}`, a text `lat, lon` (y before x), or a point of GeoJSON
 * (x before y). Undefined for anything else, including lists of two numbers, whose order is ambiguous.
 */
export function parseXY(value: unknown): Position | undefined {
  const [, y, x] = typeof value === 'string' && value.length <= maxPairLength ? (pair.exec(value) ?? []) : [];
  if (y !== undefined && x !== undefined) return finitePosition(Number(x), Number(y));
  if (isJsonObject(value) && 'lat' in value && 'lon' in value)
    return finitePosition(toNumber(value['lon']), toNumber(value['lat']));
  const geometry = parseGeometry(value);
  return geometry?.type === 'Point' ? geometry.coordinates.slice(0, 2) : undefined;
}

/** Parses a place on earth in any of the forms of `parseXY`; undefined for anything else, and for coordinates out of range. */
export function parsePoint(value: unknown): GeoPoint | undefined {
  const [lon, lat] = parseXY(value) ?? [];
  return lon === undefined || lat === undefined ? undefined : pointAt(lon, lat);
}

/** The point at a longitude and a latitude in degrees; undefined when they are out of range. */
export const pointAt = (lon: number, lat: number): GeoPoint | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;

const finitePosition = (x: number | undefined, y: number | undefined): Position | undefined =>
  x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;

const hexadecimal = /^(?:\\x|0x)?((?:[0-9a-f]{2})+)$/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a geometry in well-known binary (OGC 06-103r4, 8, and PostGIS' form) from hexadecimal digits or base64. */
export function parseWkb(text: string): GeometryWithSrid | undefined {
  const bytes = bytesOf(text.trim());
  if (!bytes) return undefined;
  try {
    const read = wkx.Geometry.parse(bytes);
    const geometry = parseGeometry(read.toGeoJSON());
    // Without a reference system the library sets no srid, although its types declare one.
    return geometry && { geometry, srid: read.srid || undefined };
  } catch {
    // The bytes are truncated, of an unknown type, or nested too deeply for the library.
    return undefined;
  }
}

function bytesOf(text: string): Buffer | undefined {
  const [, digits] = hexadecimal.exec(text) ?? [];
  if (digits !== undefined) return Buffer.from(digits, 'hex');
  return base64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** A geometry with the EPSG code of its reference system, when it states one. */
export interface GeometryWithSrid {
  readonly geometry: Geometry;
  readonly srid: number | undefined;
}

const geometryTypes = new Map<string, Exclude<Geometry['type'], 'GeometryCollection'>>([
  ['POINT', 'Point'],
  ['LINESTRING', 'LineString'],
  ['POLYGON', 'Polygon'],
  ['MULTIPOINT', 'MultiPoint'],
  ['MULTILINESTRING', 'MultiLineString'],
  ['MULTIPOLYGON', 'MultiPolygon'],
]);
const maxCollectionDepth = 20;
/** The number of parentheses around the positions of a MULTIPOLYGON. */
const maxListDepth = 3;

const sridPrefix = /^\s*SRID\s*=\s*(\d{1,6})\s*;/i;
const tokenPattern = /\s*(?:([(),])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?![\w.])|([a-z]+))/iy;
const trailingBlanks = /\s*$/y;

/** The numbers of a position, or the contents of parentheses. */
type Parsed = readonly (number | Parsed)[];

/** Reads a geometry in well-known text (OGC 06-103r4, 7), with or without `SRID=…;` before it; undefined for any other text. */
export function parseWkt(text: string): GeometryWithSrid | undefined {
  const [prefix = '', srid] = sridPrefix.exec(text) ?? [];
  try {
    const geometry = parseGeometry(new WktParser(text, prefix.length).parse());
    return geometry && { geometry, srid: srid === undefined ? undefined : Number(srid) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The position of a point in a MULTIPOINT. Both MULTIPOINT (1 2, 3 4) and MULTIPOINT ((1 2), (3 4)) are in use. */
const withoutParentheses = (point: number | Parsed): number | Parsed =>
  Array.isArray(point) && Array.isArray(point[0]) ? point[0] : point;

/** A recursive descent parser of well-known text. */
class WktParser {
  readonly #text: string;
  #offset: number;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  /** Parses the whole text. Throws a SyntaxError. */
  parse(): object {
    const geometry = this.#geometry(maxCollectionDepth);
    trailingBlanks.lastIndex = this.#offset;
    if (!trailingBlanks.test(this.#text)) throw new SyntaxError('Text follows the geometry.');
    return geometry;
  }

  #geometry(depth: number): object {
    const [, name = '', suffix = ''] = /^(.*?)(ZM|Z|M)?$/.exec(this.#word()) ?? [];
    // The dimensions may follow the name at once or after a space: POINTZ, POINT Z.
    const dimensions = suffix || (/^(ZM|Z|M)$/.test(this.#peek().toUpperCase()) ? this.#word() : '');
    const isEmpty = this.#peek().toUpperCase() === 'EMPTY' && this.#word() !== '';
    if (name === 'GEOMETRYCOLLECTION' && depth > 0) {
      return { type: 'GeometryCollection', geometries: isEmpty ? [] : this.#list(() => this.#geometry(depth - 1)) };
    }
    const type = geometryTypes.get(name);
    if (type === undefined) throw new SyntaxError('There is no such geometry.');
    const parsed = isEmpty ? [] : this.#coordinates(dimensions === 'M' ? 2 : 3, maxListDepth);
    if (type === 'Point') return { type, coordinates: parsed[0] };
    if (type === 'MultiPoint') return { type, coordinates: parsed.map(withoutParentheses) };
    return { type, coordinates: parsed };
  }

  /** The contents of parentheses. Each position is cut to its first `size` numbers. */
  #coordinates(size: number, depth: number): Parsed {
    return this.#list(() =>
      this.#peek() === '(' && depth > 1 ? this.#coordinates(size, depth - 1) : this.#position(size),
    );
  }

  #position(size: number): number[] {
    const numbers: number[] = [];
    while (/^[\d+.-]/.test(this.#peek())) numbers.push(Number(this.#next()));
    return numbers.slice(0, size);
  }

  #list<Part>(parsePart: () => Part): Part[] {
    const parts: Part[] = [];
    if (this.#next() !== '(') throw new SyntaxError('Expected an opening parenthesis.');
    for (;;) {
      parts.push(parsePart());
      const delimiter = this.#next();
      if (delimiter === ')') return parts;
      if (delimiter !== ',') throw new SyntaxError('Expected a comma or a closing parenthesis.');
    }
  }

  /** Takes the next token in capitals. */
  #word(): string {
    return this.#next().toUpperCase();
  }

  /** The next token, which is not taken. */
  #peek(): string {
    const offset = this.#offset;
    const found = this.#next();
    this.#offset = offset;
    return found;
  }

  /** Takes the next token; "" at the end. */
  #next(): string {
    tokenPattern.lastIndex = this.#offset;
    const [whole = '', delimiter, number, word] = tokenPattern.exec(this.#text) ?? [];
    this.#offset += whole.length;
    return delimiter ?? number ?? word ?? '';
  }
}

/** Longitude and latitude, or x and y before they are transformed; a height may follow. */
export type Position = number[];

/** A geometry of GeoJSON (RFC 7946, 3.1), as a value of a record. */
export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
  | Polygon
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | MultiPolygon
  | { type: 'GeometryCollection'; geometries: Geometry[] };

/** An area: the coordinates of its border, then the coordinates of the border of each hole. */
export type Polygon = { type: 'Polygon'; coordinates: Position[][] };

/** Several areas. */
export type MultiPolygon = { type: 'MultiPolygon'; coordinates: Position[][][] };

/** The areas in a geometry; a line or a point has none. */
export function areasOf(geometry: Geometry): (Polygon | MultiPolygon)[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(areasOf);
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [geometry] : [];
}
