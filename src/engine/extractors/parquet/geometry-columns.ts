import type { FileMetaData } from 'hyparquet';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, tryParseJson, type Json } from '#kernel/json.ts';
import { projectionOfJson, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import type { Project } from '#engine/geo/checked-geometry.ts';

/** A column of geometries. */
export interface GeometryColumn {
  readonly column: string;
  /** The reference system: its name, or its description in PROJJSON; null when none is declared. */
  readonly crs: Json;
}

/** Finds the columns of geometries and their reference systems, which the metadata of GeoParquet or the file's schema declares. */
export function findGeometryColumns({ schema, key_value_metadata: metadata = [] }: FileMetaData): GeometryColumn[] {
  const jsonOf = (wanted: string): unknown => tryParseJson(metadata.find(({ key }) => key === wanted)?.value ?? '');
  const geo = jsonOf('geo');
  const described = isJsonObject(geo) && isJsonObject(geo['columns']) ? geo['columns'] : {};
  return schema.slice(1).flatMap(({ name, logical_type: type }) => {
    if (type?.type !== 'GEOMETRY' && type?.type !== 'GEOGRAPHY') return [];
    const columnMetadata = Object.hasOwn(described, name) ? described[name] : undefined;
    if (isJsonObject(columnMetadata)) return [{ column: name, crs: columnMetadata['crs'] ?? null }];
    const [, kind, value = ''] = /^(srid|projjson):(.*)$/s.exec(type.crs ?? '') ?? [];
    if (kind === 'srid') return [{ column: name, crs: value === '0' ? null : value }];
    const json = kind === 'projjson' ? jsonOf(value) : tryParseJson(type.crs ?? '');
    return [{ column: name, crs: isJsonObject(json) ? json : (type.crs ?? null) }];
  });
}

/** The projection of a column's geometries to WGS 84; undefined when none is needed. Fails EXTRACTION_FAILED. */
export function projectionOfColumn({ column, crs }: GeometryColumn): Project | undefined {
  if (crs === null || crs === '') return undefined;
  if (isJsonObject(crs)) return projectionOfJson(crs);
  return typeof crs === 'string'
    ? projectionOfName(crs)
    : fail('EXTRACTION_FAILED', {
        reason: `the coordinate reference system of the column ${column} cannot be read; give its EPSG code in the parameter crs`,
      });
}
