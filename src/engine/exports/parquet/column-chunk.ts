import type { ColumnChunk, CompressionCodec, PageHeader, ParquetType, Statistics } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { ColumnValues } from './column-values.ts';
import { dictionaryOf, type Dictionary } from './dictionary.ts';
import type { ParquetColumn } from './parquet-columns.ts';

/** How pages are compressed. */
export interface PageCompression {
  readonly codec: CompressionCodec;
  readonly compress: (bytes: Uint8Array) => Uint8Array;
}

/** The length of a value of each type, in bytes. Types that are not listed write the length of each value before it. */
const widths: Readonly<Partial<Record<ParquetType, number>>> = Object.freeze({ INT32: 4, INT64: 8, DOUBLE: 8 });

/** Writes the values of a column in a row group: a dictionary page, if a dictionary makes the column smaller, and a data page. Returns their description for the footer. */
export function writeColumnChunk(
  writer: ByteWriter,
  { name, schema, isList }: ParquetColumn,
  values: ColumnValues,
  { codec, compress }: PageCompression,
): ColumnChunk {
  const type = schema.at(-1)?.type ?? 'BYTE_ARRAY';
  const start = writer.offset;
  let uncompressed = 0;
  const writePage = (
    header: Pick<PageHeader, 'type' | 'data_page_header' | 'dictionary_page_header'>,
    bytes: Uint8Array,
  ) => {
    const place = writer.offset;
    const compressed = compress(bytes);
    writePageHeader(writer, {
      uncompressed_page_size: bytes.length,
      compressed_page_size: compressed.length,
      ...header,
    });
    uncompressed += writer.offset - place + bytes.length;
    writer.appendBytes(compressed);
    return BigInt(place);
  };
  const dictionary = dictionaryOf(values.bytes, values.count - values.nullCount, widths[type]);
  const dictionaryPage =
    dictionary &&
    writePage(
      { type: 'DICTIONARY_PAGE', dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN' } },
      dictionary.bytes,
    );
  const encoding = dictionary ? 'RLE_DICTIONARY' : 'PLAIN';
  const levels = { definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;
  const dataPage = writePage(
    { type: 'DATA_PAGE', data_page_header: { num_values: values.count, encoding, ...levels } },
    pageBytes(values, dictionary, isList),
  );
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: dictionary ? ['PLAIN', 'RLE', encoding] : [encoding, 'RLE'],
      path_in_schema: isList ? schema.map((element) => element.name) : [name],
      codec,
      num_values: BigInt(values.count),
      total_uncompressed_size: BigInt(uncompressed),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: dataPage,
      ...(dictionaryPage !== undefined && { dictionary_page_offset: dictionaryPage }),
      statistics: { null_count: BigInt(values.nullCount), ...boundsOf(type, dictionary?.bytes ?? values.bytes) },
    },
  };
}

/** The content of a data page: the repetition levels and the definition levels, both after their length, then the values or their indexes in the dictionary. */
function pageBytes(values: ColumnValues, dictionary: Dictionary | undefined, isList: boolean): Uint8Array {
  const page = new ByteWriter(values.bytes.length + values.count);
  const writeLevels = (levels: Uint8Array, bitWidth: number) => {
    const bytes = new ByteWriter();
    writeRleBitPackedHybrid(bytes, levels, bitWidth);
    page.appendUint32(bytes.offset);
    page.appendBytes(bytes.getBytes());
  };
  if (isList) writeLevels(values.repetitions, 1);
  writeLevels(values.definitions, isList ? 2 : 1);
  if (dictionary) {
    page.appendUint8(dictionary.bitWidth);
    writeRleBitPackedHybrid(page, dictionary.indexes, dictionary.bitWidth);
  } else page.appendBytes(values.bytes);
  return page.getBytes();
}

/** The least and the greatest value of a column of numbers; nothing for other types. A least zero is written as -0 and a greatest zero as +0, so that the range includes both zeros, as Parquet prescribes. */
function boundsOf(type: ParquetType, bytes: Uint8Array): Pick<Statistics, 'min_value' | 'max_value'> {
  const width = widths[type];
  if (width === undefined || bytes.length === 0) return {};
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === 'INT64') {
    let least = view.getBigInt64(0, true);
    let greatest = least;
    for (let at = width; at < bytes.length; at += width) {
      const value = view.getBigInt64(at, true);
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    return { min_value: least, max_value: greatest };
  }
  const valueAt = (at: number): number => (type === 'INT32' ? view.getInt32(at, true) : view.getFloat64(at, true));
  let [least, greatest] = [Infinity, -Infinity];
  for (let at = 0; at < bytes.length; at += width) {
    const value = valueAt(at);
    if (Number.isNaN(value)) return {};
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { min_value: least === 0 && type === 'DOUBLE' ? -0 : least, max_value: greatest === 0 ? 0 : greatest };
}
