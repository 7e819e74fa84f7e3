import type { Sql } from '../../kernel/sql.ts';
import type { CopyForm } from '../../platform/database/copy/copy-form.ts';
import type { DiskBudget } from '../../platform/storage/disk-budget.ts';
import type { TargetSystem } from '../geo/processing/project-geometry.ts';
import type { ValueType } from '../odsql/bind/bound/bound-expression.ts';
import type { BoundQuery } from '../odsql/bind/bound/bound-query.ts';
import type { SqlField } from '../odsql/sql/scope.ts';
import type { RecordMapping } from './rdf/mapping/record-mapping.ts';

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
export type ParquetCompression = (typeof parquetCompressions)[number];

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
export interface ExportedDataset {
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
  /** The bytes of the rows, as `copyRows` of the format has PostgreSQL write them; undefined where it does not. */
  readonly copied?: AsyncIterable<Buffer<ArrayBuffer>> | undefined;
  /** Limits the temporary files of all exports. */
  readonly disk: DiskBudget;
}

/** Rows that PostgreSQL writes as the file needs them. */
export interface CopiedRows {
  /** What is selected of each row. Default: one text, the JSON object of the row. */
  readonly columns?: readonly Sql[];
  readonly form: CopyForm;
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
  /** How PostgreSQL writes the rows of a query, so that their bytes are sent unchanged. Undefined where the format reads rows as JSON objects. */
  readonly copyRows?: (
    query: Pick<BoundQuery<SqlField>, 'items' | 'keys' | 'isAggregated'>,
    timezone: string,
    options: ExportOptions,
  ) => CopiedRows | undefined;
  /** Writes the file in pieces, in bounded memory. A reader that stops early also ends the writer and the query of its rows. */
  write(source: ExportSource): AsyncGenerator<string | Uint8Array>;
}
