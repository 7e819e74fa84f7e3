/** Reads bytes from a position into a buffer; the number may be smaller than the buffer, and is 0 at the end. */
export type ReadAt = (into: Buffer, position: number) => Promise<number>;

/** In bytes: what every server sends at once. */
const blockLength = 30 * 2 ** 10;
/** Blocks that are asked for before they are wanted, so that a long way does not make a slow reading. */
const ahead = 16;

/** All the bytes in their order; `wanted` sees each block as it begins to be waited for. */
export async function* readAhead(
  read: ReadAt,
  wanted: (block: Promise<Buffer>) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const asked: Promise<Buffer>[] = [];
  for (let start = 0; ;) {
    for (; asked.length < ahead; start += blockLength) asked.push(settledLater(readBlock(read, start)));
    const block = await wanted(asked.shift() ?? readBlock(read, start));
    if (block.length > 0) yield block;
    if (block.length < blockLength) return;
  }
}

/** A whole block, or what is left at the end. */
async function readBlock(read: ReadAt, start: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(blockLength);
  let filled = 0;
  for (let length = -1; length !== 0 && filled < blockLength; filled += length)
    length = await read(block.subarray(filled), start + filled);
  return block.subarray(0, filled);
}

/** Nobody may be waiting for it any more when it fails. */
function settledLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {
    /* Whoever waits is told. */
  });
  return work;
}
