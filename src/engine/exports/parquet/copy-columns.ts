import type { Readable } from 'node:stream';
import type { ParquetOptions } from '#platform/columns/column-engine.ts';
import type { FieldType } from '#engine/records/record.ts';
import {
  listOfStructs,
  numberIn,
  readThrift,
  structIn,
  structsOf,
  textIn,
  textValue,
  writeThrift,
  type ThriftStruct,
  type ThriftValue,
} from './thrift-compact.ts';

/** A Parquet file. */
export interface ParquetFile {
  size(): Promise<number>;
  /** The bytes from `start` up to, but not including, `end`. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** The key in the metadata of a stored Parquet file whose value is JSON with the fields whose values it has as exports have them (`StoredField`). */
export const storedFieldsKey = 'catalograph.fields';

/** A field whose values a stored Parquet file has as exports have them. */
export interface StoredField {
  /** The column of the file. */
  readonly name: string;
  /** The column of the generation. */
  readonly column: string;
  readonly type: FieldType;
  readonly isMultivalued: boolean;
  readonly label: string;
  readonly description: string;
}

/** A column of the copy: its name, and the field whose values it has. */
export interface CopiedColumn extends Pick<StoredField, 'column' | 'type' | 'isMultivalued'> {
  readonly name: string;
}

/** The fields of the structs in the metadata of a Parquet file (parquet.thrift). */
const ofFile = { schema: 2, rowGroups: 4, metadata: 5, columnOrders: 7 };
const ofElement = { name: 4, childCount: 5 };
const ofRowGroup = { columns: 1, bytes: 2, sortingColumns: 4, fileOffset: 5, compressedBytes: 6 };
const ofChunk = { fileOffset: 2, metadata: 3, indexes: [4, 5, 6, 7] };
const ofColumn = { path: 3, codec: 4, bytes: 6, compressedBytes: 7, dataOffset: 9, dictionaryOffset: 11 };
/** The offsets of pages of an index and of a bloom filter, which a copy does not have. */
const leftOut = [10, 14, 15];
const codecs: Readonly<Record<ParquetOptions['compression'], number>> = {
  uncompressed: 0,
  snappy: 1,
  gzip: 2,
  zstd: 6,
};

const magic = Buffer.from('PAR1');
/** The length of the metadata, and the magic bytes. */
const endBytes = 8;
/** What is read of the end at first: the metadata of most files. */
const firstRead = 64 * 1024;
const maxMetadataBytes = 64 * 1024 * 1024;

/**
 * Copies columns of a stored file to another one, without reading their values: the pages of a column are bytes that follow each other, and the metadata at the end
 * of the file say where. Hidden columns are not read. Undefined where the file lacks a column, or has another compression.
 */
export async function copyColumns(
  file: ParquetFile,
  columns: readonly CopiedColumn[],
  { compression, metadata }: ParquetOptions,
): Promise<AsyncGenerator<Buffer, void, undefined> | undefined> {
  const footer = readThrift(await readFooter(file));
  const stored = storedFieldsOf(footer);
  const names = columns.map(
    ({ column, type, isMultivalued }) =>
      stored.find((field) => field.column === column && field.type === type && field.isMultivalued === isMultivalued)
        ?.name,
  );
  const copied = columns.flatMap(({ name }, index) => {
    const from = names[index];
    return from === undefined ? [] : [{ name, from }];
  });
  if (copied.length < columns.length) return undefined;
  const rowGroups = structsOf(footer.get(ofFile.rowGroups)).map((group) => rowGroupOf(group, copied));
  const hasCodec = ({ chunk }: CopiedChunk) =>
    numberIn(structIn(chunk, ofChunk.metadata), ofColumn.codec) === codecs[compression];
  if (!rowGroups.every(({ chunks }) => chunks.every(hasCodec))) return undefined;
  return write(file, new FileCopy(footer, copied), rowGroups, metadata);
}

/** A column of the copy, and its name in the stored file. */
interface NamedColumn {
  readonly name: string;
  readonly from: string;
}

/** The part of a column in a row group, with the name of the column in the copy. */
interface CopiedChunk {
  readonly name: string;
  readonly chunk: ThriftStruct;
}

interface CopiedRowGroup {
  readonly group: ThriftStruct;
  readonly chunks: readonly CopiedChunk[];
}

/** A row group with the chunks of the copied columns. A list has one too, which is that of its items. */
function rowGroupOf(group: ThriftStruct, columns: readonly NamedColumn[]): CopiedRowGroup {
  const all = Map.groupBy(structsOf(group.get(ofRowGroup.columns)), (chunk) => columnOf(chunk));
  return {
    group,
    chunks: columns.flatMap(({ name, from }) => (all.get(from) ?? []).map((chunk) => ({ name, chunk }))),
  };
}

async function* write(
  file: ParquetFile,
  copy: FileCopy,
  rowGroups: readonly CopiedRowGroup[],
  metadata: ParquetOptions['metadata'],
): AsyncGenerator<Buffer, void, undefined> {
  yield magic;
  const ranges = rowGroups.flatMap((group) => copy.addGroup(group));
  for (const range of joined(ranges)) for await (const bytes of await file.read(range)) yield bytes as Buffer;
  const end = copy.footer(metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(end.length);
  yield Buffer.concat([end, length, magic]);
}

const noFields = (): ThriftStruct => new Map<number, ThriftValue>();

/** Where the pages of a column are. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ranges that follow each other as one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last?.end === range.start) all[all.length - 1] = { start: last.start, end: range.end };
    else all.push(range);
  }
  return all;
}

async function readFooter(file: ParquetFile): Promise<Buffer> {
  const size = await file.size();
  const start = Math.max(0, size - firstRead);
  const tail = await readAll(file, { start, end: size });
  if (tail.length < endBytes || !tail.subarray(-magic.length).equals(magic)) throw new RangeError('No Parquet file.');
  const length = tail.readUInt32LE(tail.length - endBytes);
  if (length > Math.min(maxMetadataBytes, size - endBytes)) throw new RangeError('The metadata have no such length.');
  if (length + endBytes <= tail.length) return tail.subarray(tail.length - endBytes - length, tail.length - endBytes);
  return readAll(file, { start: size - endBytes - length, end: size - endBytes });
}

async function readAll(file: ParquetFile, range: Range): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await file.read(range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function storedFieldsOf(footer: ThriftStruct): readonly StoredField[] {
  const entry = structsOf(footer.get(ofFile.metadata)).find((each) => textIn(each, 1) === storedFieldsKey);
  const text = entry && textIn(entry, 2);
  // The service wrote it.
  return text === undefined ? [] : (JSON.parse(text) as readonly StoredField[]);
}

/** The metadata of a copy, whose columns follow each other in the order of the copy. */
class FileCopy {
  readonly #source: ThriftStruct;
  readonly #columns: readonly NamedColumn[];
  readonly #groups: ThriftStruct[] = [];
  /** Where the next pages are in the copy. */
  #at = magic.length;

  constructor(source: ThriftStruct, columns: readonly NamedColumn[]) {
    this.#source = source;
    this.#columns = columns;
  }

  /** Adds a row group, and returns where its pages are in the source. */
  addGroup({ group, chunks }: CopiedRowGroup): readonly Range[] {
    const ranges: Range[] = [];
    const copies: ThriftStruct[] = [];
    const start = this.#at;
    let bytes = 0;
    for (const { name, chunk } of chunks) {
      const range = rangeOf(chunk);
      ranges.push(range);
      copies.push(moved(chunk, name, this.#at - range.start));
      bytes += numberIn(structIn(chunk, ofChunk.metadata), ofColumn.bytes) ?? 0;
      this.#at += range.end - range.start;
    }
    const copy = new Map(group);
    copy.delete(ofRowGroup.sortingColumns);
    copy.set(ofRowGroup.columns, listOfStructs(copies));
    setNumber(copy, ofRowGroup.bytes, bytes);
    for (const [field, value] of [
      [ofRowGroup.fileOffset, start],
      [ofRowGroup.compressedBytes, this.#at - start],
    ] as const)
      if (copy.has(field)) setNumber(copy, field, value);
    this.#groups.push(copy);
    return ranges;
  }

  footer(metadata: ParquetOptions['metadata']): Buffer {
    const footer = new Map(this.#source);
    footer.set(ofFile.schema, listOfStructs(this.#schema()));
    footer.set(ofFile.rowGroups, listOfStructs(this.#groups));
    footer.delete(ofFile.columnOrders);
    footer.delete(ofFile.metadata);
    const entries = Object.entries(metadata).map(
      ([key, value]): ThriftStruct =>
        new Map([
          [1, textValue(key)],
          [2, textValue(value)],
        ]),
    );
    if (entries.length > 0) footer.set(ofFile.metadata, listOfStructs(entries));
    return writeThrift(footer);
  }

  /** The elements of the schema, in which those of a column follow each other. */
  #schema(): ThriftStruct[] {
    const [root = noFields(), ...elements] = structsOf(this.#source.get(ofFile.schema));
    const columns = new Map<string, ThriftStruct[]>();
    for (let at = 0; at < elements.length;) {
      const end = endOfElement(elements, at);
      const own = elements.slice(at, end);
      columns.set(textIn(own[0] ?? noFields(), ofElement.name) ?? '', own);
      at = end;
    }
    const copied = new Map(root);
    setNumber(copied, ofElement.childCount, this.#columns.length);
    return [copied, ...this.#columns.flatMap(({ name, from }) => renamed(columns.get(from) ?? [], name))];
  }
}

const renamed = ([first, ...others]: readonly ThriftStruct[], name: string): ThriftStruct[] =>
  first ? [new Map(first).set(ofElement.name, textValue(name)), ...others] : [];

/** Where an element and its children end. */
function endOfElement(elements: readonly ThriftStruct[], at: number): number {
  let end = at + 1;
  for (let open = numberIn(elements[at] ?? noFields(), ofElement.childCount) ?? 0; open > 0; open--)
    end = endOfElement(elements, end);
  return end;
}

/** The name of a chunk's column. */
function columnOf(chunk: ThriftStruct): string {
  const path = structIn(chunk, ofChunk.metadata).get(ofColumn.path);
  const first = path?.type === 'list' ? path.items[0] : undefined;
  return first?.type === 'binary' ? first.value.toString('utf8') : '';
}

function rangeOf(chunk: ThriftStruct): Range {
  const column = structIn(chunk, ofChunk.metadata);
  const data = numberIn(column, ofColumn.dataOffset) ?? 0;
  const dictionary = numberIn(column, ofColumn.dictionaryOffset) ?? 0;
  const start = dictionary > 0 ? Math.min(dictionary, data) : data;
  return { start, end: start + (numberIn(column, ofColumn.compressedBytes) ?? 0) };
}

/** A chunk under another name, and at another place. */
function moved(chunk: ThriftStruct, name: string, distance: number): ThriftStruct {
  const column = new Map(structIn(chunk, ofChunk.metadata));
  for (const field of leftOut) column.delete(field);
  for (const field of [ofColumn.dataOffset, ofColumn.dictionaryOffset]) shift(column, field, distance);
  const path = column.get(ofColumn.path);
  if (path?.type === 'list') column.set(ofColumn.path, { ...path, items: [textValue(name), ...path.items.slice(1)] });
  const copy = new Map(chunk);
  for (const field of ofChunk.indexes) copy.delete(field);
  shift(copy, ofChunk.fileOffset, distance);
  return copy.set(ofChunk.metadata, { type: 'struct', fields: column });
}

/** Moves an offset; 0 is none. */
function shift(fields: ThriftStruct, field: number, distance: number): void {
  const offset = numberIn(fields, field) ?? 0;
  if (offset > 0) setNumber(fields, field, offset + distance);
}

function setNumber(fields: ThriftStruct, field: number, value: number): void {
  const known = fields.get(field);
  const type = known?.type === 'i32' || known?.type === 'i16' ? known.type : 'i64';
  fields.set(field, { type, value: BigInt(value) });
}
