import {
  radiansPerDegree,
  normalizeName,
  type CoordinateSystem,
  type ProjectionParameter,
} from './coordinate-system.ts';
import { findDatumShift } from './datum-shift.ts';
import { toProjProjection } from './projection-methods.ts';
import { findProjParameter, type ProjParameters } from './projection-parameters.ts';

/** A coordinate reference system in the notation of the library proj4. */
export interface ProjDefinition {
  /** In PROJ notation. */
  readonly proj: string;
  /** The factor from the angle unit to degrees; 1 for a projected system, whose unit is part of `proj`. */
  readonly degreesPerUnit: number;
}

/** Defines a described system in PROJ notation. Throws an Error that names the unsupported part. */
export function defineSystem({ base, projection }: CoordinateSystem): ProjDefinition {
  const shift = findDatumShift(base);
  if (shift === undefined)
    throw new Error(`the shift from the datum ${quoted(base.datum || base.name)} to WGS 84 is unknown`);
  const { semiMajorAxis: a, inverseFlattening: rf, primeMeridian } = base;
  const ellipsoid = rf === 0 ? `+a=${a} +b=${a}` : `+a=${a} +rf=${rf}`;
  const datum = [ellipsoid, shift, ...(primeMeridian === 0 ? [] : [`+pm=${primeMeridian}`])].join(' ');
  if (!projection)
    return {
      proj: `+proj=longlat ${datum}`,
      degreesPerUnit: Math.round((base.angleUnit / radiansPerDegree) * 1e9) / 1e9,
    };
  const { method, lengthUnit, directions } = projection;
  const parameters = parametersOf(projection.parameters, base.angleUnit, lengthUnit);
  const projected = toProjProjection(normalizeName(method), parameters);
  if (!projected) throw new Error(`the projection ${quoted(method)} is unknown`);
  const parameterText = [...projected.parameters].map(([name, value]) => `+${name}=${value}`).join(' ');
  const axis = isSouthWest(directions) && !projected.proj.includes('+axis') ? ' +axis=wsu' : '';
  const earth = projected.proj === 'webmerc' ? `+a=${a} +b=${a} +nadgrids=@null` : datum;
  return {
    proj: `+proj=${projected.proj === 'webmerc' ? 'merc' : projected.proj}${axis} ${parameterText} ${earth} +to_meter=${lengthUnit}`,
    degreesPerUnit: 1,
  };
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));

const isSouthWest = (directions: readonly string[]): boolean =>
  directions.includes('south') && directions.includes('west');

/** Converts parameters to those of PROJ, with angles in degrees and lengths in metres. Throws an Error for an unknown parameter other than 0. */
function parametersOf(
  parameters: readonly ProjectionParameter[],
  angleUnit: number,
  lengthUnit: number,
): ProjParameters {
  const known = new Map<string, number>();
  for (const { name, value, unit } of parameters) {
    const parameter = findProjParameter(normalizeName(name));
    if (!parameter && value !== 0) throw new Error(`the parameter ${quoted(name)} of its projection is unknown`);
    if (parameter?.name === undefined) continue;
    const factors = { angle: (unit ?? angleUnit) / radiansPerDegree, length: unit ?? lengthUnit, ratio: 1 };
    const factor = factors[parameter.kind];
    known.set(parameter.name, factor === 1 ? value : Number((value * factor).toPrecision(15)));
  }
  return known;
}
