import { fail } from '#kernel/fail.ts';
import { ExportFile } from './export-file.ts';
import {
  type ExportColumn,
  exportColumns,
  type ExportFormat,
  type ExportQuery,
  type SelectedTable,
} from './export-format.ts';
import { uniqueNames } from '#kernel/text.ts';
import { odsql, sql, type Sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import type { BoundItem } from '../odsql/bind/bound.ts';
import { expressionSql, type SqlItemExpression } from '../odsql/sql/value-sql.ts';
import { pointSql } from '../odsql/sql/expression-sql.ts';
import { rowColumn, withoutGroups } from '../odsql/sql/query-sql.ts';
import type { SqlField } from '../odsql/sql/scope.ts';

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
      copied: copiedColumns(query, columns),
    };
  },
  async *write({ copyStored, writeParquet, disk }) {
    const copy = await copyStored?.();
    if (copy) {
      yield* copy;
      return;
    }
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

/** The columns of a stored file that have the same values; undefined where a column has other ones. */
function copiedColumns({ keys, isAggregated }: ExportQuery, columns: readonly TableColumn[]): SelectedTable['copied'] {
  if (keys !== null || isAggregated) return undefined;
  const copied = columns.flatMap(({ name, type, isMultivalued, item: { expression } }) => {
    const field = expression.kind === 'field' ? expression.field : undefined;
    const { column, precision } = field ?? {};
    return column === undefined || precision !== undefined || type === 'json'
      ? []
      : [{ name, column, type, isMultivalued }];
  });
  return copied.length === columns.length ? copied : undefined;
}

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

/** A column of the file, and the item of the query that has its values. */
interface TableColumn extends Pick<ExportColumn, 'name' | 'type' | 'isMultivalued'> {
  readonly item: BoundItem<SqlField>;
}

/** A statement for the rows, with the column types of docs/contract/explore.md 11, parquet; groups from their JSON. */
function tableStatement(query: ExportQuery, columns: readonly TableColumn[]): Sql {
  const items = columns.map(({ item }) => item);
  if (query.keys === null && !query.isAggregated) {
    const values = items.map(({ expression }) => valueSql(expression));
    return named(columns, (_column, index) => sqlText(rowColumn(index)), query.rows(items, values));
  }
  // Names of the engine's own, because those of items may be equal and have any character.
  const rows = query.rows(items.map((item, index) => ({ ...item, name: `v${String(index)}` })));
  return named(
    columns,
    (column, index) => jsonValueSql(column, `$.v${String(index)}`),
    sql`select row::json as json from (${rows})`,
  );
}

/** Selects the columns of a table. */
const named = (
  columns: readonly TableColumn[],
  valueOf: (column: TableColumn, index: number) => Sql,
  from: Sql,
): Sql => {
  const selected = columns.map((column, index) => sql`${valueOf(column, index)} as ${sqlName(column.name)}`);
  return sql`select ${sqlJoin(selected, ', ')} from (${from})`;
};

/** The value of an item. */
function valueSql(expression: SqlItemExpression): Sql {
  const value = expressionSql(expression, withoutGroups);
  const field = expression.kind === 'field' ? expression.field : undefined;
  if (field?.isMultivalued) return sql`case when array_length(${value}, 1) > 0 then ${value} end`;
  switch (expression.type) {
    case 'text':
      return sql`(${value})::text`;
    case 'int':
      return sql`(${value})::bigint`;
    case 'double':
      return sql`(${value})::double`;
    case 'date':
      return field?.precision ? sql`date_trunc('${sqlText(field.precision)}', ${value})::date` : sql`(${value})::date`;
    case 'datetime':
      return sql`(${value})::timestamptz`;
    case 'geo_point_2d': {
      const { lon, lat } =
        expression.kind === 'field' || expression.kind === 'ifNull'
          ? pointSql(expression)
          : { lon: sqlText('null::double'), lat: sqlText('null::double') };
      return sql`${odsql}point_wkb(${lon}, ${lat})`;
    }
    case 'geo_shape':
      return sql`${odsql}shape_wkb(${value})`;
    case 'file':
      return fileUrl(sql`(${field?.json ?? value})::json`, '$');
    case 'json':
      return sql`(${value})::json ->> '$'`;
  }
}

/** The value of a column at a path of the JSON of a row. */
function jsonValueSql({ type, isMultivalued }: TableColumn, path: string): Sql {
  const json = sqlText('json');
  const text = sql`(${json} ->> '${sqlText(path)}')`;
  if (isMultivalued) return sql`from_json(${json} -> '${sqlText(path)}', '["VARCHAR"]')`;
  switch (type) {
    case 'text':
    case 'json':
      return text;
    case 'int':
      return sql`try_cast(${text} as bigint)`;
    case 'double':
      return sql`try_cast(${text} as double)`;
    case 'date':
      // A year or a month is its first day.
      return sql`try_cast(left(${text} || '-01-01', 10) as date)`;
    case 'datetime':
      return sql`try_cast(${text} as timestamptz)`;
    case 'geo_point_2d': {
      const [lon, lat] = ['lon', 'lat'].map((axis) => sql`(${json} ->> '${sqlText(`${path}.${axis}`)}')`);
      return sql`${odsql}point_wkb(${lon}, ${lat})`;
    }
    case 'geo_shape':
      return sql`${odsql}shape_wkb(${json} ->> '${sqlText(`${path}.geometry`)}')`;
    case 'file':
      return fileUrl(json, path);
  }
}

/** The address of the file at a path, and an empty text for a file without one, as in CSV. */
const fileUrl = (json: Sql, path: string): Sql =>
  sql`
    case
      when (${json} ->> '${sqlText(path)}') is not null then coalesce(${json} ->> '${sqlText(`${path}.url`)}', '') end`;
