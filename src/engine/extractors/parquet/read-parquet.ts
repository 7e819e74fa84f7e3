import { isUtf8 } from 'node:buffer';
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  type RowGroup,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { estimateValueSize, type FieldType, type Value } from '#engine/records/record.ts';
import {
  createBytesVisitor,
  createColumnReader,
  fieldTypeOf,
  findGeometryColumns,
  type GeometryColumn,
  leafPath,
  parsers,
  type ToValue,
  undeclaredLeaves,
  withStoredTypes,
} from './parquet-columns.ts';

/** A column: its name, and the type of its values when the file declares one. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: FieldType | undefined;
}

/** A part of a Parquet file: first its columns, then rows in order. */
export type ParquetPart =
  | { readonly columns: readonly ParquetColumn[]; readonly geometryColumns: readonly GeometryColumn[] }
  | { readonly rows: readonly (readonly Value[])[] };

/** The maximum size of a packed row group, in bytes. Only parts of a row group are in memory at a time. */
const maxGroupSize = 512 * 2 ** 20;
/** The maximum size of an unpacked page, in bytes. */
const maxPageSize = 256 * 2 ** 20;
/** The size of the piece of a row group that is read at a time: its unpacked bytes and its cells. */
const maxPieceBytes = 32 * 2 ** 20;
const maxPieceCells = 500_000;
/** The maximum number of rows and bytes of one part. */
const maxPartRows = 500;
const maxPartBytes = 1024 * 1024;
/** The maximum size of a record, in approximate bytes. */
const maxRecordBytes = 8 * 1024 * 1024;

/** The rows of a Parquet file, a piece of a row group at a time. Fails with any Error where the file is damaged. */
export async function* readParquet(file: AsyncBuffer): AsyncGenerator<ParquetPart> {
  const declared = await parquetMetadataAsync(file);
  const metadata = withStoredTypes(declared);
  const binaryLeaves = await findBinaryLeaves(file, metadata);
  const { children } = parquetSchema(declared);
  const columnReaders = children.map((column) => createColumnReader(column, binaryLeaves));
  const columns = children.map(({ element, children: parts }) => ({
    name: element.name,
    type: isNested(element, parts) ? undefined : fieldTypeOf(element),
  }));
  const names = columns.map(({ name }) => name);
  yield { columns, geometryColumns: findGeometryColumns(declared) };
  for await (const rows of readPieces(file, metadata, names)) yield* toParts(rows, columnReaders);
}

/** Reads the values of columns, a piece of a row group at a time. */
async function* readPieces(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
): AsyncGenerator<readonly (readonly unknown[])[]> {
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const step = rowsAtOnce(group, columns.length);
    for (let from = start; from < end; from += step) {
      let rows: readonly (readonly unknown[])[] = [];
      await parquetRead({
        file,
        metadata,
        columns: [...columns],
        rowStart: from,
        rowEnd: Math.min(from + step, end),
        rowFormat: 'array',
        utf8: false,
        parsers,
        compressors: boundedCompressors,
        useOffsetIndex: true,
        onComplete: (read) => {
          rows = read;
        },
      });
      yield rows;
    }
    start = end;
  }
}

/** Finds the leaves whose bytes are not all text before the values are read, so that all values of a leaf have one form. */
async function findBinaryLeaves(file: AsyncBuffer, metadata: FileMetaData): Promise<ReadonlySet<string>> {
  const binary = new Set<string>();
  for (const column of parquetSchema(metadata).children) {
    const leaves = undeclaredLeaves(column).map(leafPath);
    if (leaves.length === 0) continue;
    const visit = createBytesVisitor(column, (path, bytes) => {
      if (leaves.includes(path) && !isUtf8(bytes)) binary.add(path);
    });
    for await (const rows of readPieces(file, metadata, [column.element.name])) {
      for (const [cell] of rows) visit(cell);
      if (leaves.every((path) => binary.has(path))) break;
    }
  }
  return binary;
}

const isNested = (element: SchemaElement, children: readonly unknown[]): boolean =>
  children.length > 0 || element.repetition_type === 'REPEATED';

/** How many rows of a row group are read at a time. Throws an Error for a row group that is too large. */
function rowsAtOnce({ columns, num_rows }: RowGroup, width: number): number {
  const sizes = columns.map(
    ({ meta_data }) =>
      [Number(meta_data?.total_compressed_size ?? 0), Number(meta_data?.total_uncompressed_size ?? 0)] as const,
  );
  const packed = sizes.reduce((sum, [size]) => sum + size, 0);
  const unpacked = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (packed > maxGroupSize)
    throw new Error(`a row group is larger than ${maxGroupSize} bytes; write the file with smaller row groups`);
  const rows = Math.min((Number(num_rows) * maxPieceBytes) / Math.max(unpacked, 1), maxPieceCells / Math.max(width, 1));
  return Math.max(1, Math.floor(rows));
}

/** Converts rows that the library has read to parts of limited size. */
function* toParts(read: readonly (readonly unknown[])[], columnReaders: readonly ToValue[]): Generator<ParquetPart> {
  let rows: Value[][] = [];
  let size = 0;
  for (const cells of read) {
    const row = columnReaders.map((toValue, column) => toValue(cells[column]));
    const recordSize = row.reduce<number>((sum, value) => sum + estimateValueSize(value), 0);
    if (recordSize > maxRecordBytes) throw new Error(`a record is larger than ${maxRecordBytes} characters`);
    rows.push(row);
    size += recordSize;
    if (rows.length < maxPartRows && size < maxPartBytes) continue;
    yield { rows };
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield { rows };
}

/** The decompressors, which fail when the declared size of a page exceeds the limit. The library would allocate any declared size. */
const boundedCompressors: Compressors = Object.fromEntries(
  Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length > maxPageSize) throw new Error(`a page is larger than ${maxPageSize} bytes`);
      return unpack(input, length);
    },
  ]),
);
