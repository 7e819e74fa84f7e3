import type { ValueType } from '../odsql/bind/bound/bound-expression.ts';

/** A column of an export. */
export interface ExportColumn {
  /** The key of the value in the row's JSON. */
  readonly name: string;
  readonly label: string;
  readonly type: ValueType;
  readonly isMultivalued: boolean;
}

/** How an export is written (docs/contract/explore.md 3). */
export interface ExportOptions {
  /** CSV: the text between values. */
  readonly delimiter: string;
  /** CSV: the text between the items of a list. */
  readonly listSeparator: string;
  /** CSV: whether texts always have quotes. */
  readonly isQuoted: boolean;
  /** CSV: whether the file starts with a byte order mark. */
  readonly hasByteOrderMark: boolean;
  /** CSV: whether the header shows labels instead of names. */
  readonly hasLabels: boolean;
}

/** The name of an export format. */
export type FormatName = 'csv' | 'json' | 'jsonl' | 'geojson';

/** A file format of exports. Rows are JSON objects, as texts. */
export interface ExportFormat {
  readonly name: FormatName;
  readonly mediaType: string;
  readonly extension: string;
  /** Writes the export in pieces of text. */
  write(
    rows: AsyncIterable<readonly string[]>,
    columns: readonly ExportColumn[],
    options: ExportOptions,
  ): AsyncGenerator<string>;
}
