import type { Sql } from '#kernel/sql.ts';
import type { ParquetOptions } from '#platform/columns/column-engine.ts';
import type { DiskBudget } from '#platform/storage/disk-storage.ts';
import type { TargetSystem } from '../geo/coordinate-systems.ts';
import type { BoundItem, BoundQuery, ValueType } from '../odsql/bind/bound.ts';
import type { SqlField } from '../odsql/sql/scope.ts';
import type { CopiedColumn } from './parquet/copy-columns.ts';
import type { RecordMapping } from './rdf/mapping/record-mapping.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';

/** A column of an export. */
export interface ExportColumn {
  /** The key of the value in the row's JSON. */
  readonly name: string;
  readonly label: string;
  readonly type: ValueType;
  readonly isMultivalued: boolean;
}

/** How the pages of a Parquet file are compressed. */
export const parquetCompressions = ['snappy', 'zstd'] as const;
/** One of the compressions. */
type ParquetCompression = (typeof parquetCompressions)[number];

/** How an export is written (docs/contract/explore.md 3). */
export interface ExportOptions {
  /** For CSV: the text between values. */
  readonly delimiter: string;
  /** For CSV and XLSX: the text between the items of a list. */
  readonly listSeparator: string;
  /** For CSV: whether texts are always quoted. */
  readonly isQuoted: boolean;
  /** For CSV: whether texts that a spreadsheet would compute begin with an apostrophe. */
  readonly hasEscapedFormulas: boolean;
  /** For CSV: whether the file starts with a byte order mark. */
  readonly hasByteOrderMark: boolean;
  /** For CSV and XLSX: whether the header shows labels instead of names. */
  readonly hasLabels: boolean;
  /** For GeoJSON, Shapefile and FlatGeobuf: the coordinate reference system of the geometries. */
  readonly system: TargetSystem;
  /** For GPX: the column whose values are names; null for none. */
  readonly nameField: string | null;
  /** For GPX: the columns whose values are descriptions. */
  readonly descriptionFields: readonly string[];
  /** For GPX: whether extensions hold all values; otherwise descriptions hold them. */
  readonly hasExtensions: boolean;
  /** For Parquet: how pages are compressed. */
  readonly parquetCompression: ParquetCompression;
}

/** The key of a record's identifier in a row. No item of a query has an empty name. */
export const recordIdKey = '';

/** The dataset whose rows are exported. */
interface ExportedDataset {
  /** The absolute address of the dataset in the Explore API, which identifies the dataset. */
  readonly address: string;
}

/** What an export contains. */
export interface ExportSource {
  readonly dataset: ExportedDataset;
  readonly columns: readonly ExportColumn[];
  readonly options: ExportOptions;
  /** For RDF: how rows become linked data; undefined for a dataset without a mapping. */
  readonly mapping?: RecordMapping | undefined;
  /** The rows in batches. Each row is a JSON object as text. */
  readonly rows: AsyncIterable<readonly string[]>;
  /** The lines that `select` of the format selects, in batches of whole lines; undefined where it selects none. */
  readonly lines?: AsyncIterable<string> | undefined;
  /** Writes the table that `select` of the format selects, and returns the path of the file, which the caller deletes. */
  readonly writeParquet?: (() => Promise<string>) | undefined;
  /** Copies the columns that `select` of the format names from the stored file. Undefined, and resolves undefined, where it cannot be copied. */
  readonly copyStored?: (() => Promise<AsyncIterable<Uint8Array> | undefined>) | undefined;
  /** Limits the temporary files of all exports. */
  readonly disk: DiskBudget;
}

/** A query whose rows a format selects. */
export interface ExportQuery extends Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'> {
  readonly timezone: string;
  /** A statement for the rows, as JSON texts in the column `row` or as columns, which groups and aggregates do not have. */
  readonly rows: (items: readonly BoundItem<SqlField>[], columns?: readonly Sql[]) => Sql;
}

/** Rows that the column engine writes as texts, each a line of the file, which are sent unchanged. */
export interface SelectedLines {
  readonly kind: 'lines';
  readonly statement: Sql;
  /** What follows each line. */
  readonly end: string;
}

/** Rows that the column engine writes as a Parquet file with the columns of the statement. */
export interface SelectedTable extends ParquetOptions {
  readonly kind: 'table';
  readonly statement: Sql;
  /** The columns of the stored file with these values, in case that all rows are exported; undefined where it has not all of them. */
  readonly copied?: readonly CopiedColumn[] | undefined;
}

/** A file format of exports. */
export interface ExportFormat {
  /** The description of the format in the graph. */
  readonly description: string;
  readonly mediaType: string;
  readonly extension: string;
  /** Whether only datasets with a geographic field are offered in this format. */
  readonly needsGeometry: boolean;
  /** Whether the format is RDF, to which the metadata `semantic.rml_mapping` applies. */
  readonly isLinkedData?: boolean;
  /** Whether each row of a record has its identifier, under `recordIdKey`. Groups of records have none. */
  readonly needsRecordIds?: boolean;
  /** How the column engine writes the rows of a query. Undefined where the format reads rows as JSON objects. */
  readonly select?: (query: ExportQuery, options: ExportOptions) => SelectedLines | SelectedTable | undefined;
  /** Writes the file in pieces, in bounded memory. A reader that stops early also ends the writer and the query of its rows. */
  write(source: ExportSource): AsyncGenerator<string | Uint8Array>;
}

/** The columns of a query's rows. A column without a label is labelled with its name. */
export const exportColumns = (
  { items, keys }: Pick<BoundQuery, 'items' | 'keys'>,
  labelOf: (name: string) => string | undefined = () => undefined,
): ExportColumn[] =>
  items.map(({ name, expression }) => {
    const key = expression.kind === 'key' ? keys?.[expression.index] : undefined;
    return {
      name,
      label: labelOf(name) ?? name,
      type: key?.type ?? expression.type,
      isMultivalued: expression.kind === 'field' && expression.field.isMultivalued,
    };
  });

/** The note of formats whose geometries have a height at every position or at none. */
export const withoutHeights = 'Geometries without their heights, because some positions have none';

/** Counts the values that a format had to change or leave out, so that the file can report them. */
export class ExportNotes {
  readonly #counts = new Map<string, number>();

  /** Counts one more case of a note, such as `Geometries left out`. */
  count(note: string): void {
    this.#counts.set(note, (this.#counts.get(note) ?? 0) + 1);
  }

  /** A sentence for each note, in the order of their first cases. */
  get sentences(): readonly string[] {
    return [...this.#counts].map(([note, count]) => `${note}: ${String(count)}.`);
  }
}

/** Creates the function that writes the values of a column as text (docs/contract/explore.md 11, csv); null is empty. */
export function cellTextOf(
  { type, isMultivalued }: ExportColumn,
  { listSeparator }: Pick<ExportOptions, 'listSeparator'>,
): (value: Json) => string {
  if (isMultivalued)
    return (value) => (Array.isArray(value) ? value.map(plainText).join(listSeparator) : plainText(value));
  if (type === 'geo_point_2d')
    return (value) =>
      isJsonObject(value) ? `${plainText(value['lat'] ?? null)}, ${plainText(value['lon'] ?? null)}` : '';
  if (type === 'geo_shape') return (value) => (isJsonObject(value) ? JSON.stringify(value['geometry']) : '');
  if (type === 'file') return (value) => (isJsonObject(value) ? plainText(value['url'] ?? null) : '');
  return plainText;
}

function plainText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The beginnings of a text that spreadsheets compute (OWASP, CSV injection), as a class of a regular expression. */
export const formulaSigns = '=+\\-@\\t\\r\\n＝＋－＠';
