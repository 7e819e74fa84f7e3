import { fail } from '../../kernel/fail.ts';

/** Records in one batch, at most. */
export const batchSize = 500;

/** Cells in one batch, at most: a short line is as wide as its table is. */
export const batchCells = 50_000;

/** Characters of input after which a batch is given on, however few its records. */
export const batchLength = 1024 * 1024;

/** Weight after which a batch is given on, however few its rows: few bytes of some formats make a heavy row. */
export const batchWeight = 2 * 1024 * 1024;

/** The longest record that is read, in bytes or characters. Beyond it the format is guessed wrong or the input hostile. */
export const maxRecordSize = 8 * 1024 * 1024;

/** The largest file of a format that cannot be read piece by piece, in bytes. */
export const maxWholeFile = 64 * 2 ** 20;

const lineFeed = 10;
const carriageReturn = 13;

/** Passes chunks on; fails when no line ends within the longest record. */
export async function* limitLineLength(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sinceLineEnd = 0;
  for await (const chunk of content) {
    const lineEnd = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    sinceLineEnd = lineEnd === -1 ? sinceLineEnd + chunk.length : chunk.length - lineEnd;
    if (sinceLineEnd > maxRecordSize) {
      fail('EXTRACTION_FAILED', { reason: `a line is longer than ${maxRecordSize} bytes` });
    }
    yield chunk;
  }
}
