import { crc32 } from 'node:zlib';

/*
 * A row file: blocks of rows, each compressed, then an index of the blocks, an index of the identifiers and a trailer. Numbers are little-endian.
 * - A block has the texts of 16 rows, each a JSON array of texts and nulls with a line break, which JSON has none of. The last block has empty lines for
 *   those that it lacks, so that blocks can be decompressed together.
 * - The index of the blocks has the place of each block and the end of the last one, as doubles.
 * - The index of the identifiers has a number of 64 bits for each row, in ascending order: the first 32 bits of its identifier, then its position.
 *
 * An order file has the positions of all rows in an order, each a number of 32 bits, then a trailer.
 */

/** What the names of row files and of order files end with. */
export const rowFileExtension = '.rows';
export const orderFileExtension = '.order';

/** The number of rows of a block: a reader decompresses all of them for one. */
export const blockRows = 16;

/** The length of the text of a block beyond which no row file is made: such rows are read from columns. */
export const maxBlockLength = 1024 * 1024;

/** What is at the end of a row file. */
export interface Trailer {
  readonly rowCount: number;
  /** Where the index of the blocks begins, in bytes. */
  readonly blocksAt: number;
  /** Where the index of the identifiers begins, and ends with the trailer. */
  readonly idsAt: number;
  /** The size of the largest block before it is compressed, in bytes. */
  readonly maxBlockBytes: number;
  /** The CRC-32 of both indexes. */
  readonly checksum: number;
}

const magic = 0x32_57_52_43;
export const trailerBytes = 40;

export function writeTrailer({ rowCount, blocksAt, idsAt, maxBlockBytes, checksum }: Trailer): Buffer {
  const bytes = Buffer.alloc(trailerBytes);
  bytes.writeDoubleLE(rowCount, 0);
  bytes.writeDoubleLE(blocksAt, 8);
  bytes.writeDoubleLE(idsAt, 16);
  bytes.writeDoubleLE(maxBlockBytes, 24);
  bytes.writeUInt32LE(checksum, 32);
  bytes.writeUInt32LE(magic, 36);
  return bytes;
}

/** Reads a trailer; undefined where there is none. */
export function readTrailer(bytes: Buffer): Trailer | undefined {
  if (bytes.length !== trailerBytes || bytes.readUInt32LE(36) !== magic) return undefined;
  return {
    rowCount: bytes.readDoubleLE(0),
    blocksAt: bytes.readDoubleLE(8),
    idsAt: bytes.readDoubleLE(16),
    maxBlockBytes: bytes.readDoubleLE(24),
    checksum: bytes.readUInt32LE(32),
  };
}

const orderMagic = 0x31_44_52_4f;
export const orderTrailerBytes = 16;

/** What is at the end of an order file: the number of its rows, and the CRC-32 of its positions. */
export type OrderTrailer = Pick<Trailer, 'rowCount' | 'checksum'>;

export function writeOrderTrailer({ rowCount, checksum }: OrderTrailer): Buffer {
  const bytes = Buffer.alloc(orderTrailerBytes);
  bytes.writeDoubleLE(rowCount, 0);
  bytes.writeUInt32LE(checksum, 8);
  bytes.writeUInt32LE(orderMagic, 12);
  return bytes;
}

/** Reads the trailer of an order file; undefined where there is none. */
export const readOrderTrailer = (bytes: Buffer): OrderTrailer | undefined =>
  bytes.length === orderTrailerBytes && bytes.readUInt32LE(12) === orderMagic
    ? { rowCount: bytes.readDoubleLE(0), checksum: bytes.readUInt32LE(8) }
    : undefined;

/** The CRC-32 of bytes that follow others. */
export const checksumOf = (bytes: Buffer, before = 0): number => crc32(bytes, before);

/** The bytes of an array of numbers. */
export const bytesOf = (numbers: Float64Array | BigUint64Array | Uint32Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The number of hexadecimal digits of an identifier that its index has. */
export const idDigits = 8;
