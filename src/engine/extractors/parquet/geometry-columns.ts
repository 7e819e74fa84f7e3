import type { FileMetaData } from 'hyparquet';
import { fail } from '../../../kernel/fail.ts';
import { isJsonObject, tryParseJson, type Json } from '../../../kernel/json.ts';
import { projectionOfJson, projectionOfName } from '../../geo/coordinate-systems.ts';
import type { Project } from '../../geo/checked-geometry.ts';

/** A column of geometries: the name of its reference system, or its description as PROJJSON; null where none is declared. */
export interface GeometryColumn {
  readonly column: string;
  readonly crs: Json;
}

/** The columns of geometries and their reference systems, by the file's schema or the metadata of GeoParquet. */
export function findGeometryColumns({ schema, key_value_metadata: metadata = [] }: FileMetaData): GeometryColumn[] {
  const valueOf = (wanted: string): unknown => tryParseJson(metadata.find(({ key }) => key === wanted)?.value ?? '');
  const geo = valueOf('geo');
  const described = isJsonObject(geo) && isJsonObject(geo['columns']) ? geo['columns'] : {};
  return schema.slice(1).flatMap(({ name, logical_type: type }) => {
    if (type?.type !== 'GEOMETRY' && type?.type !== 'GEOGRAPHY') return [];
    const own = Object.hasOwn(described, name) ? described[name] : undefined;
    if (isJsonObject(own)) return [{ column: name, crs: own['crs'] ?? null }];
    const [, kind, value = ''] = /^(srid|projjson):(.*)$/s.exec(type.crs ?? '') ?? [];
    if (kind === 'srid') return [{ column: name, crs: value === '0' ? null : value }];
    const json = kind === 'projjson' ? valueOf(value) : tryParseJson(type.crs ?? '');
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
