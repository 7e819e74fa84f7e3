import { crc32 } from 'node:zlib';

/*
 * A row file: blocks of rows, each compressed, then an index of the blocks, an index of the identifiers and a trailer. Numbers are little-endian.
 * - A block has the texts of 16 rows, each a JSON array of texts and nulls, separated by line breaks, which JSON has none of.
 * - The index of the blocks has the place of each block and the end of the last one, as doubles.
 * - The index of the identifiers has a number of 64 bits for each row, in ascending order: the first 32 bits of its identifier, then its position.
 */

/** What the names of row files end with. */
export const rowFileExtension = '.rows';

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
  /** The CRC-32 of both indexes. */
  readonly checksum: number;
}

const magic = 0x31_57_52_43;
export const trailerBytes = 32;

export function writeTrailer({ rowCount, blocksAt, idsAt, checksum }: Trailer): Buffer {
  const bytes = Buffer.alloc(trailerBytes);
  bytes.writeDoubleLE(rowCount, 0);
  bytes.writeDoubleLE(blocksAt, 8);
  bytes.writeDoubleLE(idsAt, 16);
  bytes.writeUInt32LE(checksum, 24);
  bytes.writeUInt32LE(magic, 28);
  return bytes;
}

/** Reads a trailer; undefined where there is none. */
export function readTrailer(bytes: Buffer): Trailer | undefined {
  if (bytes.length !== trailerBytes || bytes.readUInt32LE(28) !== magic) return undefined;
  return {
    rowCount: bytes.readDoubleLE(0),
    blocksAt: bytes.readDoubleLE(8),
    idsAt: bytes.readDoubleLE(16),
    checksum: bytes.readUInt32LE(24),
  };
}

/** The CRC-32 of bytes that follow others. */
export const checksumOf = (bytes: Buffer, before = 0): number => crc32(bytes, before);

/** The bytes of an array of numbers. */
export const bytesOf = (numbers: Float64Array | BigUint64Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The number of hexadecimal digits of an identifier that its index has. */
export const idDigits = 8;
