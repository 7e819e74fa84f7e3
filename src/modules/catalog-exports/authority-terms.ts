/*
 * The terms of the vocabularies that DCAT-AP 3 requires: authority tables of the Publications Office of the European Union, and the licenses of
 * Creative Commons and Open Data Commons.
 */

const authority = 'http://publications.europa.eu/resource/authority';

const languageCodes: Readonly<Record<string, string>> = {
  ...{ en: 'ENG', fr: 'FRA', nl: 'NLD', pt: 'POR', it: 'ITA', ar: 'ARA' },
  ...{ de: 'DEU', es: 'SPA', ca: 'CAT', eu: 'EUS', sv: 'SWE' },
};

/** The IRI of a language by its ISO 639-1 code; undefined for a language that metadata do not offer. */
export function languageIri(code: string): string | undefined {
  const found = languageCodes[code];
  return found && `${authority}/language/${found}`;
}

/** The ISO 8601 intervals with which data.json describes frequencies, by the term of the authority table. */
const frequencies: Readonly<Record<string, string>> = {
  ...{ CONT: 'R/PT1S', HOURLY: 'R/PT1H', DAILY: 'R/P1D', WEEKLY: 'R/P1W', BIWEEKLY: 'R/P2W', MONTHLY: 'R/P1M' },
  ...{
    BIMONTHLY: 'R/P2M',
    QUARTERLY: 'R/P3M',
    ANNUAL_2: 'R/P6M',
    ANNUAL: 'R/P1Y',
    BIENNIAL: 'R/P2Y',
    IRREG: 'irregular',
  },
};

const frequencyNames: Readonly<Record<string, string>> = {
  continuous: 'CONT',
  semiannual: 'ANNUAL_2',
  yearly: 'ANNUAL',
  irregular: 'IRREG',
};

/** The term of the authority table that a name or IRI of a frequency denotes; undefined for another text. */
function frequencyTerm(text: string): string | undefined {
  const last = text.slice(text.lastIndexOf('/') + 1);
  const term = frequencyNames[last.toLowerCase()] ?? last.toUpperCase();
  return term in frequencies ? term : undefined;
}

/** The IRI of a frequency; undefined for a text that names none. */
export function frequencyIri(text: string): string | undefined {
  const term = frequencyTerm(text);
  return term && `${authority}/frequency/${term}`;
}

/** The ISO 8601 repeating interval of a frequency; undefined for a text that names none. */
export function frequencyInterval(text: string): string | undefined {
  const term = frequencyTerm(text);
  return term === undefined ? undefined : frequencies[term];
}

/** The IRI of an access right. */
export const accessRightIri = (isRestricted: boolean): string =>
  `${authority}/access-right/${isRestricted ? 'RESTRICTED' : 'PUBLIC'}`;

/** The term for files that are available as long as the dataset is published. */
export const availableIri = `${authority}/planned-availability/AVAILABLE`;

const fileTypes: Readonly<Record<string, string>> = {
  ...{ csv: 'CSV', json: 'JSON', geojson: 'GEOJSON', xlsx: 'XLSX', kml: 'KML', shp: 'SHP' },
  ...{ rdfxml: 'RDF_XML', turtle: 'RDF_TURTLE', jsonld: 'JSON_LD' },
};

/** The IRI of the type of the files of an export; undefined for one that the authority table lacks. */
export function fileTypeIri(format: string): string | undefined {
  const found = fileTypes[format];
  return found && `${authority}/file-type/${found}`;
}

const licenses: readonly (readonly [pattern: RegExp, iri: string])[] = [
  [/^(?:cc0|cc-zero)(?:-1\.0)?$/, 'http://creativecommons.org/publicdomain/zero/1.0/'],
  [/^odbl(?:-1\.0)?$/, 'http://opendatacommons.org/licenses/odbl/1.0/'],
  [/^odc-by(?:-1\.0)?$/, 'http://opendatacommons.org/licenses/by/1.0/'],
  [/^(?:odc-)?pddl(?:-1\.0)?$/, 'http://opendatacommons.org/licenses/pddl/1.0/'],
];

/** The IRI of a license by its usual name, such as `CC BY 4.0`; undefined for another text. */
export function licenseIri(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const creativeCommons = /^cc-(by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)$/.exec(name);
  return creativeCommons
    ? `http://creativecommons.org/licenses/${creativeCommons[1] ?? ''}/${creativeCommons[2] ?? ''}/`
    : licenses.find(([pattern]) => pattern.test(name))?.[1];
}
