import type { CoordinateSystem } from './coordinate-system.ts';
import { nad27Shift } from './datum-shift.ts';
import { findListedText, findListedDefinition } from './listed-systems.ts';
import { parseCrsWkt } from './parse-crs-wkt.ts';
import { defineSystem, type ProjDefinition } from './system-definition.ts';

/**
 * The definition of the system with an EPSG code. Undefined when the system, or the shift from its datum to
 * WGS 84, is unknown. The list of ESRI comes first, because it is maintained and states units; proj4-list has systems that ESRI lacks.
 */
export function findDefinition(code: string): ProjDefinition | undefined {
  const listed = findListedDefinition(code);
  return esriDefinition(code) ?? (listed === undefined ? undefined : withDatumShift(listed));
}

/** The definition of a described system, or of its EPSG code when the description is not supported. Throws an Error with the reason. */
export function toDefinition(system: CoordinateSystem): ProjDefinition {
  try {
    return defineSystem(system);
  } catch (error) {
    const known = system.code === undefined ? undefined : findDefinition(system.code);
    if (known) return known;
    throw error;
  }
}

function esriDefinition(code: string): ProjDefinition | undefined {
  const text = findListedText(code);
  try {
    return text === undefined ? undefined : defineSystem(parseCrsWkt(text));
  } catch {
    return undefined;
  }
}

/**
 * Adds a shift to WGS 84 to a listed definition; undefined when no shift is known. A definition may name a grid file. Grid files are not
 * available: the other shift parameters of the definition are used, as an approximation.
 */
function withDatumShift(listed: string): ProjDefinition | undefined {
  if (listed.includes('+proj=geocent')) return undefined;
  const proj = listed.replace('+datum=NAD27', `+ellps=clrk66 ${nad27Shift}`).replace(/\+nadgrids=(?!@)\S+/, '');
  if (/\+(?:towgs84|datum|nadgrids)=/.test(proj) || isSphere(proj)) return { proj, degreesPerUnit: 1 };
  return /\+ellps=(?:GRS80|WGS84)\b/.test(proj) ? { proj: `${proj} +towgs84=0,0,0`, degreesPerUnit: 1 } : undefined;
}

/** Whether the ellipsoid has a single radius, or two equal axes. */
function isSphere(proj: string): boolean {
  const semiMajorAxis = /\+a=(\S+)/.exec(proj)?.[1];
  const semiMinorAxis = /\+b=(\S+)/.exec(proj)?.[1];
  return proj.includes('+R=') || (semiMajorAxis !== undefined && semiMajorAxis === semiMinorAxis);
}
