import type { RecordState } from '#portal-page/record-state.ts';
import { addressWith, parametersOf, queryOf, type UsedField } from '#portal-page/use/record-query.ts';

/** A file that a dataset is exported to. */
export interface ExportedFile {
  readonly format: string;
  readonly filename: string;
  readonly url: string;
}

/** Who uses which formats, the most common first. */
export const exportAudiences = {
  spreadsheet: ['xlsx', 'csv'],
  developer: ['json', 'jsonl', 'parquet'],
  map: ['geojson', 'shp', 'kml', 'gpx', 'fgb'],
  linked: ['jsonld', 'turtle', 'rdfxml', 'n3'],
} as const;

/** Who uses a group of formats. */
export type Audience = keyof typeof exportAudiences;

/** The formats for an audience. */
export interface ExportGroup<File> {
  readonly audience: Audience;
  readonly files: readonly File[];
}

const names: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  geojson: 'GeoJSON',
  shp: 'Shapefile',
  kml: 'KML',
  gpx: 'GPX',
  fgb: 'FlatGeobuf',
  jsonld: 'JSON-LD',
  n3: 'N3',
  rdfxml: 'RDF/XML',
  turtle: 'Turtle',
};

/** The name of a format as people know it. */
export const formatName = (format: string): string => names[format] ?? format;

/** Exports by who uses them; a format that no group has is for programs. */
export function groupExports<File extends ExportedFile>(files: readonly File[]): readonly ExportGroup<File>[] {
  const byFormat = new Map(files.map((file) => [file.format, file]));
  const grouped = new Set<string>(Object.values(exportAudiences).flat());
  const others = files.filter(({ format }) => !grouped.has(format));
  return Object.entries(exportAudiences).flatMap(([audience, formats]): readonly ExportGroup<File>[] => {
    const found = formats.flatMap((format) => byFormat.get(format) ?? []);
    const all = audience === 'developer' ? [...found, ...others] : found;
    return all.length === 0 ? [] : [{ audience: audience as Audience, files: all }];
  });
}

/** The exports that have something to show. Without a place among the fields there is nothing for a map. */
export function fittingExports<File extends ExportedFile>(
  files: readonly File[],
  fields: readonly Pick<UsedField, 'type'>[],
): readonly File[] {
  const hasPlace = fields.some(({ type }) => type === 'geo_point_2d' || type === 'geo_shape');
  const forMaps: readonly string[] = exportAudiences.map;
  return files.filter(({ format }) => hasPlace || !forMaps.includes(format));
}

/** The exports of the records that a view shows. */
export function exportsOfState<File extends ExportedFile>(
  files: readonly File[],
  state: RecordState,
  fields: readonly UsedField[],
): readonly File[] {
  const query = queryOf({ state, fields });
  const parameters = parametersOf(query);
  const chosen = new Set(query.select);
  const shown = query.select === undefined ? fields : fields.filter(({ name }) => chosen.has(name));
  return fittingExports(files, shown).map((file) => ({ ...file, url: addressWith(file.url, parameters) }));
}
