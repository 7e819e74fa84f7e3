import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import {
  radiansPerDegree,
  type CoordinateSystem,
  type GeographicSystem,
  type ProjectionParameter,
} from './coordinate-system.ts';

/** The factors of units to radians or metres. */
const factors: ReadonlyMap<unknown, number> = new Map([
  ['metre', 1],
  ['unity', 1],
  ['degree', radiansPerDegree],
]);

const objectAt = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listAt = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectAt) : []);
const textAt = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The factor of a unit to radians or metres. The unit is a word, or an object with its factor. */
const unitOf = (unit: Json | undefined): number | undefined => {
  const factor = isJsonObject(unit) ? unit['conversion_factor'] : factors.get(unit);
  return typeof factor === 'number' ? factor : undefined;
};

/** A measure in radians or metres: a number alone, or an object of a value and its unit. */
function measureOf(value: Json | undefined, defaultUnit: number): number | undefined {
  const { value: number, unit } = isJsonObject(value) ? value : { value, unit: undefined };
  return typeof number === 'number' ? number * (unitOf(unit) ?? defaultUnit) : undefined;
}

function codeOf(system: JsonObject): string | undefined {
  const { authority, code } = objectAt(system['id'] ?? listAt(system['ids'])[0]);
  return textAt(authority).toUpperCase() === 'EPSG' && (typeof code === 'number' || typeof code === 'string')
    ? String(code)
    : undefined;
}

/** Reads a system in PROJJSON, as GeoParquet stores it. Throws an Error for a system that is invalid or not supported. */
export function parseProjJson(system: JsonObject): CoordinateSystem {
  const { type, name } = system;
  if (type === 'BoundCRS') return parseProjJson(objectAt(system['source_crs']));
  if (type === 'CompoundCRS') return parseProjJson(listAt(system['components'])[0] ?? {});
  const code = codeOf(system);
  if (type === 'GeographicCRS')
    return { name: textAt(name), code, base: geographicSystem(system), projection: undefined };
  if (type !== 'ProjectedCRS') throw new Error(`${textAt(type) || 'it'} is not a geographic or projected system`);
  const { method, parameters } = objectAt(system['conversion']);
  const axes = listAt(objectAt(system['coordinate_system'])['axis']);
  return {
    name: textAt(name),
    code,
    base: geographicSystem(objectAt(system['base_crs'])),
    projection: {
      method: textAt(objectAt(method)['name']),
      parameters: listAt(parameters).map(parameterOf),
      lengthUnit: unitOf(axes[0]?.['unit']) ?? 1,
      directions: axes.map((axis) => textAt(axis['direction']).toLowerCase()),
    },
  };
}

function parameterOf({ name, value, unit }: JsonObject): ProjectionParameter {
  if (typeof value !== 'number') throw new Error('a parameter has no number');
  return { name: textAt(name), value, unit: unitOf(unit) };
}

function geographicSystem(system: JsonObject): GeographicSystem {
  const datum = objectAt(system['datum'] ?? system['datum_ensemble']);
  const ellipsoid = objectAt(datum['ellipsoid']);
  const { inverse_flattening: inverseFlattening } = ellipsoid;
  const semiMajorAxis = measureOf(ellipsoid['semi_major_axis'] ?? ellipsoid['radius'], 1);
  const semiMinorAxis = measureOf(ellipsoid['semi_minor_axis'], 1);
  if (semiMajorAxis === undefined) throw new Error('it has no ellipsoid');
  const computedFlattening =
    semiMinorAxis === undefined || semiMinorAxis === semiMajorAxis
      ? 0
      : semiMajorAxis / (semiMajorAxis - semiMinorAxis);
  const [axis] = listAt(objectAt(system['coordinate_system'])['axis']);
  return {
    name: textAt(system['name']),
    code: codeOf(system),
    datum: textAt(datum['name']),
    semiMajorAxis,
    inverseFlattening: typeof inverseFlattening === 'number' ? inverseFlattening : computedFlattening,
    primeMeridian:
      (measureOf(objectAt(datum['prime_meridian'])['longitude'], radiansPerDegree) ?? 0) / radiansPerDegree,
    angleUnit: unitOf(axis?.['unit']) ?? radiansPerDegree,
    toWgs84: undefined,
  };
}
