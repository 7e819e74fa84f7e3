import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { ExportColumn, ParquetCompression } from '../export-format.ts';
import { geoMetadata, parquetColumnOf, type ParquetColumn } from './parquet-columns.ts';

/** How to write a Parquet file: its columns, and their compression. */
export interface ParquetTask {
  readonly columns: readonly ExportColumn[];
  readonly compression: ParquetCompression;
}

/** The size of a row group, in rows and in characters of their JSON. A whole row group is in memory. */
const maxGroupRows = 20_000;
const maxGroupLength = 8 * 2 ** 20;

/** Encodes rows as a Parquet file. The bytes of a row group are taken as soon as it is complete. */
export class ParquetEncoder {
  readonly #columns: readonly ParquetColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #values: unknown[][];
  #rows = 0;
  #length = 0;

  constructor({ columns, compression }: ParquetTask) {
    this.#columns = distinctByName(columns).map(parquetColumnOf);
    this.#values = this.#columns.map(() => []);
    const geo = geoMetadata(columns);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: this.#columns.length }, ...this.#columns.flatMap(({ schema }) => schema)],
      codec: compression === 'zstd' ? 'ZSTD' : 'SNAPPY',
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      createdBy: 'Catalograph',
      ...(geo !== undefined && { kvMetadata: [{ key: 'geo', value: geo }] }),
    });
  }

  /** Adds rows, each the text of a JSON object, and returns the bytes that are complete. */
  add(rows: readonly string[]): Uint8Array<ArrayBuffer> {
    for (const text of rows) {
      const row = parseJson(text);
      if (!isJsonObject(row)) continue;
      this.#columns.forEach(({ name, convert }, index) => this.#values[index]?.push(convert(row[name] ?? null)));
      this.#rows += 1;
      this.#length += text.length;
      if (this.#rows === maxGroupRows || this.#length > maxGroupLength) this.#writeGroup();
    }
    return this.#takeBytes();
  }

  /** Writes the last row group and the footer, and returns the last bytes. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.#rows > 0) this.#writeGroup();
    void this.#writer.finish();
    const bytes = this.#takeBytes();
    return this.#writer.row_groups.length > 0 ? bytes : withEmptyList(bytes);
  }

  #writeGroup(): void {
    void this.#writer.write({
      columnData: this.#columns.map(({ name }, index) => ({
        name,
        data: this.#values[index] ?? [],
        offsetIndex: false,
      })),
      rowGroupSize: this.#rows,
    });
    this.#values = this.#columns.map(() => []);
    this.#rows = 0;
    this.#length = 0;
  }

  #takeBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#bytes.getBytes());
    this.#bytes.index = 0;
    return bytes;
  }
}

/** The columns with different names: a row has only one value for each name. */
const distinctByName = (columns: readonly ExportColumn[]): ExportColumn[] => [
  ...new Map(columns.map((column) => [column.name, column])).values(),
];

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
