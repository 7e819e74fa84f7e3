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
/** Parentheses around the coordinates of a MULTIPOLYGON. */
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
    const geometry = parseGeometry(new WktParser(text, prefix.length).whole());
    return geometry && { geometry, srid: srid === undefined ? undefined : Number(srid) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A recursive descent parser. */
class WktParser {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  whole(): object {
    const geometry = this.#geometry(maxCollectionDepth);
    trailingBlanks.lastIndex = this.#at;
    if (!trailingBlanks.test(this.#text)) throw new SyntaxError('There is more than a geometry.');
    return geometry;
  }

  #geometry(depth: number): object {
    const [, name = '', dimensions = ''] = /^(.*?)(ZM|Z|M)?$/.exec(this.#word()) ?? [];
    const more = dimensions || (/^(ZM|Z|M)$/.test(this.#peek().toUpperCase()) ? this.#word() : '');
    const isEmpty = this.#peek().toUpperCase() === 'EMPTY' && this.#word() !== '';
    if (name === 'GEOMETRYCOLLECTION' && depth > 0) {
      return { type: 'GeometryCollection', geometries: isEmpty ? [] : this.#list(() => this.#geometry(depth - 1)) };
    }
    const type = geometryTypes.get(name);
    if (type === undefined) throw new SyntaxError('There is no such geometry.');
    const parsed = isEmpty ? [] : this.#coordinates(more === 'M' ? 2 : 3, maxListDepth);
    if (type === 'Point') return { type, coordinates: parsed[0] };
    // both MULTIPOINT (1 2, 3 4) and MULTIPOINT ((1 2), (3 4)) are in use
    return {
      type,
      coordinates:
        type === 'MultiPoint'
          ? parsed.map((each) => (Array.isArray(each) && Array.isArray(each[0]) ? each[0] : each))
          : parsed,
    };
  }

  /** The contents of parentheses, with positions cut to `size` numbers. */
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

  #list<Part>(part: () => Part): Part[] {
    const parts: Part[] = [];
    if (this.#next() !== '(') throw new SyntaxError('Expected an opening parenthesis.');
    for (;;) {
      parts.push(part());
      const delimiter = this.#next();
      if (delimiter === ')') return parts;
      if (delimiter !== ',') throw new SyntaxError('Expected a comma or a closing parenthesis.');
    }
  }

  #word(): string {
    return this.#next().toUpperCase();
  }

  #peek(): string {
    const at = this.#at;
    const found = this.#next();
    this.#at = at;
    return found;
  }

  /** The next piece; "" at the end. */
  #next(): string {
    tokenPattern.lastIndex = this.#at;
    const [whole = '', delimiter, number, word] = tokenPattern.exec(this.#text) ?? [];
    this.#at += whole.length;
    return delimiter ?? number ?? word ?? '';
  }
}
