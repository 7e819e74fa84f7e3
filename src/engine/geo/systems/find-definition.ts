import {
  type CoordinateSystem,
  type GeographicSystem,
  normalizeName,
  type ProjectionParameter,
  radiansPerDegree,
} from './coordinate-system.ts';
import { parseCrsWkt } from './parse-crs-wkt.ts';
import { findProjParameter, type ProjParameters, toProjProjection } from './projection-methods.ts';
import type Proj4 from 'proj4';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Proj4List from 'proj4-list';

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

/** A coordinate reference system in the notation of the library proj4. */
export interface ProjDefinition {
  /** In PROJ notation. */
  readonly proj: string;
  /** The factor from the angle unit to degrees; 1 for a projected system, whose unit is part of `proj`. */
  readonly degreesPerUnit: number;
}

/** Defines a described system in PROJ notation. Throws an Error that names the unsupported part. */
function defineSystem({ base, projection }: CoordinateSystem): ProjDefinition {
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

/** The mean shift of NAD27 in the contiguous United States (EPSG:1173). Its error is at most ten metres there and thirty elsewhere. A grid file would be more accurate, but is not available. */
const nad27Shift = '+towgs84=-8,160,176';

/** Shifts that are more accurate than those of `findListedDefinition`, by the EPSG code of the geographic system. */
const preferredShifts: ReadonlyMap<string, string> = new Map([
  ['4267', nad27Shift],
  ['4156', '+towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56'],
]);

/** The names of datums in registers other than ESRI's, by the EPSG code of the geographic system on that datum. */
const datumAliases: Readonly<Record<string, readonly string[]>> = {
  4121: ['ggrs87', 'greekgeodeticreferencesystem1987'],
  4124: ['rt90', 'riketskoordinatsystem1990'],
  4141: ['israel1993'],
  4156: ['systemoftheunifiedtrigonometricalcadastralnetwork', 'systemjednotnetrigonometrickesitekatastralni', 'sjtsk'],
  4179: ['pulkovo194258'],
  4181: ['nouvelletriangulationdugrandduchedeluxembourg'],
  4202: ['agd66', 'australiangeodeticdatum1966'],
  4203: ['agd84', 'australiangeodeticdatum1984'],
  4230: ['ed50', 'europeandatum1950'],
  4237: ['hd72', 'hungariandatum1972'],
  4248: ['psad56', 'provisionalsouthamericandatum1956'],
  4267: ['nad27', 'northamericandatum1927'],
  4272: ['nzgd49', 'newzealandgeodeticdatum1949'],
  4275: ['ntf', 'nouvelletriangulationfrancaise', 'nouvelletriangulationfrancaiseparis'],
  4277: ['osgb36', 'ordnancesurveyofgreatbritain1936'],
  4300: ['tm75', 'geodeticdatumof1965'],
  4312: ['mgi', 'militargeographischeinstitut', 'militargeographischesinstitut'],
  4313: ['reseaunationalbelge1972', 'bd72'],
  4314: ['dhdn', 'potsdamrauenberg1950dhdn'],
  4618: ['sad69', 'southamericandatum1969'],
};

/** The tolerance for the semi-major axis of one ellipsoid between registers, in metres. */
const axisTolerance = 1;
/** The semi-major axis of GRS 80 and WGS 84 in metres, and the inverse flattening of each. */
const modernAxis = 6_378_137;
const modernFlattenings = [298.257222101, 298.257223563];

/**
 * The shift from a datum to WGS 84, in PROJ notation: the shift that the system states, else the known shift of a listed system with the
 * same code, name or datum. Undefined when the shift is unknown. A sphere needs no shift. Neither does a datum on the ellipsoid of GRS 80
 * or WGS 84, which differs by a few metres at most.
 */
function findDatumShift(system: GeographicSystem): string | undefined {
  const { toWgs84, semiMajorAxis, inverseFlattening } = system;
  if (toWgs84) return `+towgs84=${toWgs84.join(',')}`;
  for (const code of codesOf(system)) {
    const shift = shiftOfCode(code);
    if (shift !== undefined) return shift;
  }
  if (inverseFlattening === 0) return '';
  const isModern =
    Math.abs(semiMajorAxis - modernAxis) < 0.01 &&
    modernFlattenings.some((flattening) => Math.abs(flattening - inverseFlattening) < 1e-5);
  return isModern ? '+towgs84=0,0,0' : undefined;
}

/** The codes of systems on this datum, the most likely first. */
function* codesOf({ code, name, datum, semiMajorAxis }: GeographicSystem): Generator<string> {
  if (code !== undefined) yield code;
  const names = [name, datum].map((text) => normalizeName(text.replace(/^(?:GCS|D)_/i, '')));
  for (const [other, spellings] of Object.entries(datumAliases))
    if (spellings.some((spelling) => names.includes(spelling))) yield other;
  const listed = listGeographicSystems();
  const hasSameAxis = ({ wkt }: ListedSystem): boolean =>
    Math.abs(parseCrsWkt(wkt).base.semiMajorAxis - semiMajorAxis) < axisTolerance;
  for (const wanted of names.filter((text) => text !== '')) {
    for (const system of listed) if (hasName(system, wanted) && hasSameAxis(system)) yield String(system.wkid);
  }
}

/** Whether a normalised name is that of a listed system or of its datum. */
const hasName = ({ name, description, wkt }: ListedSystem, wanted: string): boolean =>
  [name.replace(/^GCS_/, ''), description, datumNameOf(wkt)].some((known) => normalizeName(known) === wanted);

const datumNameOf = (wkt: string): string => /DATUM\["(?:D_)?([^"]+)"/.exec(wkt)?.[1] ?? '';

/** The shift of the geographic system with an EPSG code; undefined when it is unknown. */
function shiftOfCode(code: string): string | undefined {
  const definition = findListedDefinition(code) ?? '';
  const [listedShift] = /\+towgs84=\S+/.exec(definition) ?? /\+datum=\S+/.exec(definition) ?? [];
  const known = preferredShifts.get(code) ?? listedShift;
  if (known !== undefined) return known;
  // The library does not list its built-in datums: a definition with this datum shows whether the library knows it.
  const builtInDatum = `+datum=EPSG_${code}`;
  const { datum } = new (require('proj4') as typeof Proj4).Proj(`+proj=longlat +a=6378137 +rf=298 ${builtInDatum}`);
  return datum.datum_type === unknownDatum ? undefined : builtInDatum;
}

/** The `datum_type` that the library gives a system without a known shift to WGS 84. */
const unknownDatum = 5;

const require = createRequire(import.meta.url);

/** A coordinate reference system in the list of ESRI, which also contains most of EPSG. */
interface ListedSystem {
  /** The code in the list, which is the EPSG code when there is one. */
  readonly wkid: number;
  readonly latestWkid: number;
  readonly name: string;
  /** A description in plain language. */
  readonly description: string;
  readonly wkt: string;
  /** Where the system is used: the first area contains the others. */
  readonly extent: readonly [AreaOfUse, ...AreaOfUse[]];
}

/** A box in degrees; one that crosses the antimeridian has a greater left longitude than its right one. */
interface AreaOfUse {
  readonly slat: number;
  readonly nlat: number;
  readonly llon: number;
  readonly rlon: number;
}

/** All systems of longitudes and latitudes. */
const listGeographicSystems = (): readonly ListedSystem[] =>
  (require('@esri/proj-codes/pe_list_geogcs.json') as { GeographicCoordinateSystems: readonly ListedSystem[] })
    .GeographicCoordinateSystems;

/** Projected systems by code: a third of a long file. The rest of the file is not kept in memory. */
const projectedSystems = new Map<string, Pick<ListedSystem, 'wkt' | 'extent'>>();

/** The well-known text of the system with a code; undefined when the list does not have it. */
export function findListedText(code: string): string | undefined {
  const geographic = listGeographicSystems().find(({ wkid }) => wkid === Number(code));
  return geographic?.wkt ?? findProjectedSystem(code)?.wkt;
}

function findProjectedSystem(code: string): Pick<ListedSystem, 'wkt' | 'extent'> | undefined {
  if (projectedSystems.size === 0) {
    const list = JSON.parse(readFileSync(require.resolve('@esri/proj-codes/pe_list_projcs.json'), 'utf8')) as {
      ProjectedCoordinateSystems: readonly ListedSystem[];
    };
    for (const { wkid, latestWkid, wkt, extent } of list.ProjectedCoordinateSystems) {
      const system = { wkt, extent };
      projectedSystems.set(String(wkid), system);
      if (!projectedSystems.has(String(latestWkid))) projectedSystems.set(String(latestWkid), system);
    }
  }
  return projectedSystems.get(code);
}

/** The area of use of a system is enlarged to each side by its own size, and at most by these degrees. Coordinates near the area are still accurate. */
const maxMargin = 5;

/** Whether a position is in or near the area of use of a projected system; true when the list has no area for it. */
export function areaOfUseTest(code: string): (lon: number, lat: number) => boolean {
  const [area] = findProjectedSystem(code)?.extent ?? [];
  if (!area) return () => true;
  const { slat, nlat, llon, rlon } = area;
  const [width, height] = [(rlon - llon + 360) % 360 || 360, nlat - slat];
  const [centreLon, centreLat] = [llon + width / 2, slat + height / 2];
  const reachOf = (size: number): number => size / 2 + Math.min(size, maxMargin);
  const [reachLon, reachLat] = [reachOf(width), reachOf(height)];
  return (lon, lat) =>
    Math.abs(lat - centreLat) <= reachLat && Math.abs(((lon - centreLon + 540) % 360) - 180) <= reachLon;
}

/** The PROJ definition of the system with an EPSG code; undefined when the list does not have it. */
function findListedDefinition(code: string): string | undefined {
  // The list is loaded on first use, because the definitions take a megabyte.
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  return Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
}
