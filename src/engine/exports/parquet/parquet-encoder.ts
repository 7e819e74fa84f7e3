import { zstdCompressSync } from 'node:zlib';
import type { RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { ExportColumn, ParquetCompression } from '../export-format.ts';
import { readBinaryRows } from './binary-rows.ts';
import { writeColumnChunk, type PageCompression } from './column-chunk.ts';
import { ColumnValues } from './column-values.ts';
import { distinctByName } from './distinct-by-name.ts';
import { geoMetadata, parquetColumnOf } from './parquet-columns.ts';
import { compressSnappy } from './snappy.ts';

/** How to write a Parquet file: its columns, and their compression. */
export interface ParquetTask {
  readonly columns: readonly ExportColumn[];
  readonly compression: ParquetCompression;
}

/** A row group is complete when it has this number of rows, or when its rows have more than this number of characters (JSON) or bytes (binary). The limits bound the memory, which holds a whole row group. */
const maxGroupRows = 20_000;
const maxGroupLength = 8 * 2 ** 20;

/** `PAR1`, the first four bytes and the last four bytes of a file. */
const magicNumber = 0x31524150;

const compressions: Readonly<Record<ParquetCompression, PageCompression>> = Object.freeze({
  snappy: { codec: 'SNAPPY', compress: compressSnappy },
  zstd: { codec: 'ZSTD', compress: (bytes) => zstdCompressSync(bytes) },
});

/** Encodes rows as a Parquet file. The bytes of a row group are taken as soon as it is complete. */
export class ParquetEncoder {
  readonly #columns;
  readonly #geo: string | undefined;
  readonly #compression: PageCompression;
  readonly #writer = new ByteWriter();
  readonly #groups: RowGroup[] = [];
  #rows = 0;
  #length = 0;

  constructor({ columns, compression }: ParquetTask) {
    this.#columns = distinctByName(columns).map((column) => {
      const parquetColumn = parquetColumnOf(column);
      return { ...parquetColumn, values: new ColumnValues(parquetColumn.isList) };
    });
    this.#geo = geoMetadata(columns);
    this.#compression = compressions[compression];
    this.#writer.appendUint32(magicNumber);
  }

  /** Adds rows in the binary format of PostgreSQL, and returns the bytes of the row groups that are complete. */
  addBinary(rows: Uint8Array): Uint8Array<ArrayBuffer> {
    const columns = this.#columns.map(({ values, addBinary }) => ({
      addNull: () => {
        values.addNull();
      },
      add: addBinary.bind(null, values),
    }));
    return this.#takeComplete(readBinaryRows(rows, columns), rows.length);
  }

  /** Adds rows, each the text of a JSON object, and returns the bytes of the row groups that are complete. */
  addJson(rows: readonly string[]): Uint8Array<ArrayBuffer> {
    for (const text of rows) {
      const parsed = parseJson(text);
      const row = isJsonObject(parsed) ? parsed : {};
      for (const { name, values, addJson } of this.#columns) {
        const value = row[name] ?? null;
        if (value === null) values.addNull();
        else addJson(values, value);
      }
    }
    return this.#takeComplete(
      rows.length,
      rows.reduce((length, row) => length + row.length, 0),
    );
  }

  /** Writes the last row group and the footer, and returns the last bytes. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.#rows > 0) this.#writeGroup();
    const root = { name: 'root', num_children: this.#columns.length };
    writeMetadata(this.#writer, {
      version: 2,
      schema: [root, ...this.#columns.flatMap(({ schema }) => schema)],
      num_rows: this.#groups.reduce((count, group) => count + group.num_rows, 0n),
      row_groups: this.#groups,
      created_by: 'Catalograph',
      metadata_length: 0,
      ...(this.#geo !== undefined && { key_value_metadata: [{ key: 'geo', value: this.#geo }] }),
    });
    this.#writer.appendUint32(magicNumber);
    const bytes = this.#takeBytes();
    return this.#groups.length > 0 ? bytes : withEmptyList(bytes);
  }

  #takeComplete(rows: number, length: number): Uint8Array<ArrayBuffer> {
    this.#rows += rows;
    this.#length += length;
    if (this.#rows >= maxGroupRows || this.#length > maxGroupLength) this.#writeGroup();
    return this.#takeBytes();
  }

  #writeGroup(): void {
    const start = this.#writer.offset;
    const columns = this.#columns.map((column) => {
      const chunk = writeColumnChunk(this.#writer, column, column.values, this.#compression);
      column.values.clear();
      return chunk;
    });
    this.#groups.push({
      columns,
      num_rows: BigInt(this.#rows),
      total_byte_size: columns.reduce((size, { meta_data }) => size + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      total_compressed_size: BigInt(this.#writer.offset - start),
    });
    this.#rows = 0;
    this.#length = 0;
  }

  #takeBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#writer.getBytes());
    this.#writer.index = 0;
    return bytes;
  }
}

/**
 * These bytes are in the footer of a file without rows: `num_rows` 0 and an empty list `row_groups`, as the library writes
 * them (Thrift, compact protocol).
 */
const emptyRowGroups = Buffer.from([0x16, 0, 0x19, 0]);
const listOfStructs = 0x0c;

/**
 * Adds the element type of the empty list. The library leaves the type out, and strict readers refuse such a file. No name
 * contains these bytes.
 */
function withEmptyList(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(bytes.buffer).lastIndexOf(emptyRowGroups);
  if (at >= 0) bytes[at + emptyRowGroups.length - 1] = listOfStructs;
  return bytes;
}
