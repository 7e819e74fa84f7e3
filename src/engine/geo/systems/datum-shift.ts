import { createRequire } from 'node:module';
import type Proj4 from 'proj4';
import { normalizeName, type GeographicSystem } from './coordinate-system.ts';
import { listGeographicSystems, findListedDefinition, type ListedSystem } from './listed-systems.ts';
import { parseCrsWkt } from './parse-crs-wkt.ts';

const require = createRequire(import.meta.url);

/** The mean shift of NAD27 in the contiguous United States (EPSG:1173). Its error is at most ten metres there and thirty elsewhere. A grid file would be more accurate, but is not available. */
export const nad27Shift = '+towgs84=-8,160,176';

/**
 * Shifts that are more accurate than those of `findListedDefinition`, by the EPSG code of the geographic system. The shift of S-JTSK
 * (4156) is EPSG:5239.
 */
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
export function findDatumShift(system: GeographicSystem): string | undefined {
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
