import { radiansPerDegree, type CoordinateSystem, type GeographicSystem } from './coordinate-system.ts';
import { parseWktNode, type WktNode } from './wkt-node.ts';

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
