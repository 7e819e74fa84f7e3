import type { ExportColumn } from '../export-format.ts';

/** The metadata of GeoParquet 1.1 for the geometry columns; undefined when there are none. */
export function geoMetadata(columns: readonly Pick<ExportColumn, 'name' | 'type'>[]): string | undefined {
  const geometries = columns.filter(({ type }) => type === 'geo_shape' || type === 'geo_point_2d');
  const primary = geometries.find(({ type }) => type === 'geo_shape') ?? geometries[0];
  return (
    primary &&
    JSON.stringify({
      version: '1.1.0',
      primary_column: primary.name,
      columns: Object.fromEntries(
        geometries.map(({ name, type }) => [
          name,
          { encoding: 'WKB', geometry_types: type === 'geo_point_2d' ? ['Point'] : [] },
        ]),
      ),
    })
  );
}
