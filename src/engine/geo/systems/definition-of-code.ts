import type { CoordinateSystem } from './coordinate-system.ts';
import { northAmerican1927 } from './datum-shift.ts';
import { listedText, listedDefinition } from './listed-systems.ts';
import { parseCrsWkt } from './parse-crs-wkt.ts';
import { systemDefinition, type Definition } from './system-definition.ts';

/**
 * The definition of the system with an EPSG code. Undefined when the system, or the shift from its datum to
 * WGS 84, is unknown. The list of ESRI comes first, because it is maintained and states units; the other list has systems that ESRI lacks.
 */
export function definitionOfCode(code: string): Definition | undefined {
  const listed = listedDefinition(code);
  return esriDefinition(code) ?? (listed === undefined ? undefined : withDatumShift(listed));
}

/** The definition of a described system, or of its EPSG code when the description is not supported. Throws an Error with the reason. */
export function definitionOf(system: CoordinateSystem): Definition {
  try {
    return systemDefinition(system);
  } catch (error) {
    const known = system.code === undefined ? undefined : definitionOfCode(system.code);
    if (known) return known;
    throw error;
  }
}

function esriDefinition(code: string): Definition | undefined {
  const text = listedText(code);
  try {
    return text === undefined ? undefined : systemDefinition(parseCrsWkt(text));
  } catch {
    return undefined;
  }
}

/** A definition with a shift to WGS 84. Grid files are not available, so the shift parameters next to them are used as an approximation. */
function withDatumShift(listed: string): Definition | undefined {
  if (listed.includes('+proj=geocent')) return undefined;
  const proj = listed.replace('+datum=NAD27', `+ellps=clrk66 ${northAmerican1927}`).replace(/\+nadgrids=(?!@)\S+/, '');
  if (/\+(?:towgs84|datum|nadgrids)=/.test(proj) || isSphere(proj)) return { proj, degrees: 1 };
  return /\+ellps=(?:GRS80|WGS84)\b/.test(proj) ? { proj: `${proj} +towgs84=0,0,0`, degrees: 1 } : undefined;
}

const isSphere = (proj: string): boolean =>
  proj.includes('+R=') || (/\+a=(\S+)/.exec(proj)?.[1] ?? 'a') === /\+b=(\S+)/.exec(proj)?.[1];
