import { addAbortSignal, pipeline, Transform } from 'node:stream';
import { untilAborted } from '../kernel/until-aborted.ts';
import type { OpenSource, Source } from './source.ts';

/** Opens a source; `count` sees the bytes pass, with the size of the whole, and the signal ends opening and reading alike. */
export async function openCounted(source: Source, signal: AbortSignal, count: (bytes: number, size: number | null) => void): Promise<OpenSource> {
  const open = await untilAborted(signal, () => source.open(signal), (late) => late.content.destroy());
  const { content, size } = open;
  addAbortSignal(signal, content);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk.length, size);
      done(null, chunk);
    },
    destroy(error, done) {
      content.destroy();
      done(error);
    },
  });
  // A failure of either stream is thrown where the other end of the meter is read.
  return { ...open, content: pipeline(content, meter, () => undefined) };
}
