import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ContentMeter } from '../content-meter.ts';
import type { StoredBlob } from '../storage.ts';
import { TemporaryFile } from '../temporary-file.ts';

/** Smaller content stays in memory. */
const maxBytesInMemory = 2 ** 18;

/** Content that was received to its end, so that its key is known before any byte is sent on. The creator must close it. */
export interface ReceivedContent extends StoredBlob {
  /** Up to `length` bytes from `start`. */
  read(start: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Receives content into memory, or into a temporary file beyond 256 KiB. Fails PAYLOAD_TOO_LARGE beyond `limit` bytes. */
export async function receiveContent(content: Readable, limit: number): Promise<ReceivedContent> {
  const meter = new ContentMeter(limit);
  const memory = Buffer.allocUnsafe(maxBytesInMemory);
  let filled = 0;
  let file: TemporaryFile | undefined;
  try {
    await pipeline(content, meter, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        if (!file && filled + chunk.length <= maxBytesInMemory) filled += chunk.copy(memory, filled);
        else {
          file ??= await TemporaryFile.write(Readable.from([memory.subarray(0, filled)]));
          await file.append(chunk);
        }
      }
    });
  } catch (error) {
    await file?.close();
    throw error;
  }
  return {
    ...meter.result(),
    read: async (start, length) =>
      file ? file.read(start, length) : memory.subarray(start, Math.min(filled, start + length)),
    close: async () => file?.close(),
  };
}
