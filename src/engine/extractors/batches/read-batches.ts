import type { Readable } from 'node:stream';

/**
 * Reads an object stream in arrays of the items that are ready, at most `size`. A batch holds at most the items that one
 * chunk of input produced. Iterating over the stream itself would be slower, because it awaits a promise for each item. The
 * stream is destroyed when the loop ends.
 */
export async function* readBatches<T>(stream: Readable, size: number): AsyncGenerator<T[]> {
  let wake = (): void => undefined;
  const onEvent = (): void => wake();
  for (const event of ['readable', 'end', 'error', 'close']) stream.on(event, onEvent);
  try {
    for (;;) {
      const batch: T[] = [];
      while (batch.length < size) {
        const item = stream.read() as T | null;
        if (item === null) break;
        batch.push(item);
      }
      if (batch.length > 0) {
        yield batch;
        continue;
      }
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded) return;
      if (stream.destroyed) throw new Error('The stream was closed before its end.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stream.destroy();
  }
}
