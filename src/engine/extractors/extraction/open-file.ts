import { readSync } from 'node:fs';

/** An open file that a thread reads. */
export interface OpenFile {
  readonly descriptor: number;
  /** The size of the file, in bytes. */
  readonly size: number;
}

/** The bytes of a file from `start` up to, but not including, `end`. Throws an Error outside of the file. */
export function readBytes({ descriptor, size }: OpenFile, start = 0, end = size): Uint8Array<ArrayBuffer> {
  if (!(start >= 0 && start <= end && end <= size)) throw new Error(`bytes ${start} to ${end} lie outside of the file`);
  const bytes = new Uint8Array(end - start);
  for (let filled = 0; filled < bytes.length;) {
    const read = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
    if (read === 0) throw new Error('the file ended early');
    filled += read;
  }
  return bytes;
}
