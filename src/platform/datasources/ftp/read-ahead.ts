/** Reads bytes from a position into a buffer. Returns the number of bytes, which may be smaller than the buffer and is 0 at the end. */
export type ReadAt = (into: Buffer, position: number) => Promise<number>;

/** The length of one read, in bytes; every server sends this much in one reply. */
const blockLength = 30 * 2 ** 10;
/** The number of blocks requested in advance, so that latency does not limit the throughput. */
const maxPendingBlocks = 16;

/** Reads all bytes in order. `awaitBlock` waits for a block, for example with a time limit. */
export async function* readAhead(
  read: ReadAt,
  awaitBlock: (block: Promise<Buffer>) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const pending: Promise<Buffer>[] = [];
  for (let start = 0; ;) {
    for (; pending.length < maxPendingBlocks; start += blockLength)
      pending.push(ignoreLateRejection(readBlock(read, start)));
    const block = await awaitBlock(pending.shift() ?? readBlock(read, start));
    if (block.length > 0) yield block;
    if (block.length < blockLength) return;
  }
}

/** Reads a full block, or the rest at the end. */
async function readBlock(read: ReadAt, start: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(blockLength);
  let filled = 0;
  for (let length = -1; length !== 0 && filled < blockLength; filled += length)
    length = await read(block.subarray(filled), start + filled);
  return block.subarray(0, filled);
}

/** Prevents an unhandled rejection of a block that the reader no longer awaits. */
function ignoreLateRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {
    /* A reader that awaits the block receives the error. */
  });
  return work;
}
