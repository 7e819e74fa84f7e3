import type { Geometry } from './geometry.ts';
import { parseGeometry } from './parse-geometry.ts';

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
