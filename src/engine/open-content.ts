import { once } from 'node:events';
import { addAbortSignal, pipeline, Transform, type Readable } from 'node:stream';
import type { Source } from './source.ts';

/** The content of a source; `count` sees the bytes pass, and the signal ends opening and reading alike. */
export async function openContent(source: Source, signal: AbortSignal, count: (bytes: number) => void): Promise<Readable> {
  signal.throwIfAborted();
  const opening = source.open(signal);
  const content = await Promise.race([opening, aborted(signal)]).catch((error: unknown) => {
    opening.then((late) => late.destroy(), () => undefined);
    throw error;
  });
  addAbortSignal(signal, content);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk.length);
      done(null, chunk);
    },
    destroy(error, done) {
      content.destroy();
      done(error);
    },
  });
  // A failure of either stream is thrown where the other end of the meter is read.
  return pipeline(content, meter, () => undefined);
}

async function aborted(signal: AbortSignal): Promise<never> {
  for (;;) {
    await once(signal, 'abort');
    signal.throwIfAborted();
  }
}
