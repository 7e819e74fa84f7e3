import { fail } from '#kernel/fail.ts';
import { ExportFile } from '../export-file.ts';
import { exportColumns } from '../export-columns.ts';
import type { ExportColumn, ExportFormat, ExportQuery } from '../export-format.ts';
import { uniqueNames } from '../unique-names.ts';
import { type TableColumn, tableStatement } from './table-statement.ts';

/** An Apache Parquet file; geometries are GeoParquet 1.1. The column engine writes the file, whose end describes the whole, before it is sent. */
export const parquetExport: ExportFormat = {
  description: 'An Apache Parquet file with typed columns; geometries as GeoParquet 1.1.',
  mediaType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  needsGeometry: false,
  select(query, { parquetCompression }) {
    const columns = tableColumns(query);
    const geo = geoMetadata(columns);
    return {
      kind: 'table',
      statement: tableStatement(query, columns),
      compression: parquetCompression,
      metadata: geo === undefined ? {} : { geo },
    };
  },
  async *write({ writeParquet, disk }) {
    if (!writeParquet) throw new TypeError('Only the column engine writes Parquet.');
    const file = await ExportFile.adopt(await writeParquet(), disk);
    try {
      yield* file.openStream();
    } finally {
      await file.close();
    }
  },
};

/**
 * The columns of the file: one for each name, the last of several at the place of the first one, as a JSON object keeps its members. Names that
 * differ only in case are numbered, because the column engine does not tell them apart. Fails EXPORT_NOT_POSSIBLE without a column.
 */
function tableColumns(query: ExportQuery): readonly TableColumn[] {
  const columns = exportColumns(query);
  if (columns.length === 0) fail('EXPORT_NOT_POSSIBLE', { reason: 'a Parquet file needs a column' });
  const distinct = new Map(
    query.items.flatMap((item, index) => {
      const column = columns[index];
      return column ? [[item.name, { ...column, item }] as const] : [];
    }),
  );
  const names = uniqueNames([...distinct.keys()], (name, suffix) => name + suffix);
  return [...distinct.values()].map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

/** The metadata of GeoParquet 1.1 for the geometry columns; undefined when there are none. */
function geoMetadata(columns: readonly Pick<ExportColumn, 'name' | 'type'>[]): string | undefined {
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
