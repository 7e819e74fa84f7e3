import { type CoordinateSystem, type GeographicSystem, radiansPerDegree } from './coordinate-system.ts';

/** The keywords of WKT 1 and WKT 2 for projected systems, geographic systems, systems that contain another system, and units. */
const projectedKeywords = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const geographicKeywords = [
  'GEOGCS',
  'GEOGCRS',
  'GEOGRAPHICCRS',
  'GEODCRS',
  'GEODETICCRS',
  'BASEGEOGCRS',
  'BASEGEODCRS',
];
const wrapperKeywords = ['COMPD_CS', 'COMPOUNDCRS', 'BOUNDCRS', 'SOURCECRS'];
const unitKeywords = ['UNIT', 'LENGTHUNIT', 'ANGLEUNIT'];

const isNode = (value: WktNode['values'][number]): value is WktNode => typeof value === 'object';

const children = (node: WktNode, ...keywords: string[]): WktNode[] =>
  node.values.filter(isNode).filter(({ keyword }) => keywords.includes(keyword));

const child = (node: WktNode | undefined, ...keywords: string[]): WktNode | undefined =>
  node && children(node, ...keywords)[0];

const textAt = (node: WktNode | undefined, index = 0): string => {
  const value = node?.values[index];
  return typeof value === 'string' ? value : '';
};

function numberAt(node: WktNode | undefined, index: number, fallback?: number): number {
  const value = node?.values[index];
  const number = typeof value === 'number' ? value : fallback;
  if (number === undefined || !Number.isFinite(number))
    throw new Error(`a number is missing in ${node?.keyword ?? 'it'}`);
  return number;
}

const unitOf = (node: WktNode | undefined): number | undefined => {
  const unit = child(node, ...unitKeywords);
  return unit && numberAt(unit, 1);
};

/** The unit of a system's coordinates: the unit of the system, or of its first axis. */
const ownUnit = (node: WktNode): number | undefined => unitOf(node) ?? unitOf(child(node, 'AXIS'));

function codeOf(node: WktNode): string | undefined {
  const id = child(node, 'AUTHORITY', 'ID');
  const code = id?.values[1];
  return textAt(id).toUpperCase() === 'EPSG' && code !== undefined && !isNode(code) ? String(code) : undefined;
}

/** Reads a system in well-known text. Throws an Error for text that is invalid or not supported. */
export const parseCrsWkt = (text: string): CoordinateSystem => systemOf(parseWktNode(text));

function systemOf(node: WktNode): CoordinateSystem {
  if (projectedKeywords.includes(node.keyword)) return projectedSystem(node);
  if (geographicKeywords.includes(node.keyword)) {
    const base = geographicSystem(node, radiansPerDegree);
    return { name: base.name, code: base.code, base, projection: undefined };
  }
  const inner = wrapperKeywords.includes(node.keyword)
    ? child(node, ...wrapperKeywords, ...projectedKeywords, ...geographicKeywords)
    : undefined;
  if (!inner) throw new Error(`${node.keyword} is not a geographic or projected system`);
  return systemOf(inner);
}

function projectedSystem(node: WktNode): CoordinateSystem {
  const base = child(node, ...geographicKeywords);
  const conversion = child(node, 'CONVERSION') ?? node;
  if (!base) throw new Error('it has no geographic base system');
  return {
    name: textAt(node),
    code: codeOf(node),
    base: geographicSystem(base, radiansPerDegree),
    projection: {
      method: textAt(child(conversion, 'PROJECTION', 'METHOD')),
      parameters: children(conversion, 'PARAMETER').map((parameter) => ({
        name: textAt(parameter),
        value: numberAt(parameter, 1),
        unit: unitOf(parameter),
      })),
      lengthUnit: ownUnit(node) ?? 1,
      directions: children(node, 'AXIS').map((axis) => textAt(axis, 1).toLowerCase()),
    },
  };
}

function geographicSystem(node: WktNode, defaultAngleUnit: number): GeographicSystem {
  const datum = child(node, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const ellipsoid = child(datum, 'SPHEROID', 'ELLIPSOID');
  if (!ellipsoid) throw new Error('it has no ellipsoid');
  const angleUnit = ownUnit(node) ?? defaultAngleUnit;
  return {
    name: textAt(node),
    code: codeOf(node),
    datum: textAt(datum),
    semiMajorAxis: numberAt(ellipsoid, 1) * (unitOf(ellipsoid) ?? 1),
    inverseFlattening: numberAt(ellipsoid, 2),
    primeMeridian: primeMeridianOf(child(node, 'PRIMEM', 'PRIMEMERIDIAN'), angleUnit),
    angleUnit,
    toWgs84: child(datum, 'TOWGS84')?.values.filter((value) => typeof value === 'number'),
  };
}

/** The longitude of the meridian of Paris, in grads east of Greenwich. */
const parisInGrads = 2.5969213;

/**
 * The prime meridian in degrees. Most programs write degrees regardless of the unit of the system, unless the meridian has its own unit.
 * A few programs write the unit of the system, as the standard says: the meridian of Paris in grads is recognised by its number.
 */
function primeMeridianOf(node: WktNode | undefined, angleUnit: number): number {
  if (!node) return 0;
  const value = numberAt(node, 1);
  const isInGrads = Math.abs(value - parisInGrads) < 1e-6;
  return (value * (unitOf(node) ?? (isInGrads ? angleUnit : radiansPerDegree))) / radiansPerDegree;
}

/** A part of the well-known text of a coordinate reference system: `UNIT["metre", 1]`. */
interface WktNode {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (WktNode | string | number)[];
}

const maxDepth = 32;

const blank = /\s*/y;
const keyword = /([A-Za-z_]\w*)\s*[[(]\s*/y;
const quoted = /"((?:[^"]|"")*)"/y;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const word = /[A-Za-z_]\w*/y;
const separator = /\s*(,|[\])])\s*/y;

/** Reads well-known text: WKT 1 as OGC and ESRI write it, or WKT 2 of ISO 19162. Throws an Error for invalid text. */
function parseWktNode(text: string): WktNode {
  let position = 0;
  /** Matches a pattern at the current position and moves behind it. */
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found) position = pattern.lastIndex;
    return found;
  };
  const parseNode = (depth: number): WktNode | undefined => {
    const name = match(keyword)?.[1]?.toUpperCase();
    if (name === undefined) return undefined;
    if (depth > maxDepth) throw new Error('it is nested too deeply');
    const values: (WktNode | string | number)[] = [];
    for (;;) {
      values.push(parseValue(depth));
      const end = match(separator)?.[1];
      if (end === undefined) throw new Error(`a comma or bracket is missing after character ${position}`);
      if (end !== ',') return { keyword: name, values };
    }
  };
  const parseValue = (depth: number): WktNode | string | number => {
    const quotedText = match(quoted)?.[1];
    if (quotedText !== undefined) return quotedText.replaceAll('""', '"');
    const digits = match(number)?.[0];
    if (digits !== undefined) return Number(digits);
    return parseNode(depth + 1) ?? match(word)?.[0] ?? '';
  };
  match(blank);
  const root = parseNode(0);
  match(blank);
  if (!root || position < text.length) throw new Error(`it is not well-known text at character ${position + 1}`);
  return root;
}
