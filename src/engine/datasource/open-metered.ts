import { addAbortSignal, pipeline, Transform } from 'node:stream';
import { CatalogError } from '../../kernel/fail.ts';
import { untilAborted } from '../../kernel/until-aborted.ts';
import type { DatasourceStream, DatasourceReader } from './datasource-reader.ts';

/** What a source must send at least, so that it does not keep a place that others wait for. */
export interface MinimumRate {
  readonly bytes: number;
  /** The time in which they must come, in which nothing but the source is waited for; in seconds. */
  readonly seconds: number;
}

const defaultRate: MinimumRate = { bytes: 60_000, seconds: 60 };

/**
 * Opens a source; `count` gets the bytes as they are received, before any content encoding is decoded, with the size of the
 * whole. The signal ends opening and reading alike.
 * The content fails SOURCE_FAILED where it comes too slowly.
 */
export async function openMetered(
  source: DatasourceReader,
  signal: AbortSignal,
  count: (bytes: number, size: number | null) => void,
  rate = defaultRate,
): Promise<DatasourceStream> {
  const open = await untilAborted(
    signal,
    () => source.openStream(signal),
    (late) => late.content.destroy(),
  );
  const { content, size, receivedBytes } = open;
  addAbortSignal(signal, content);
  let arrived = 0;
  let counted = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length;
      const received = receivedBytes?.() ?? arrived;
      count(received - counted, size);
      counted = received;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(watch);
      content.destroy();
      done(error);
    },
  });
  const watch = setInterval(
    requireRate(meter, rate, () => arrived),
    (rate.seconds * 1_000) / checksPerWindow,
  );
  // A failure of either stream is thrown where the other end of the meter is read.
  return { ...open, content: pipeline(content, meter, () => undefined) };
}

/** How often a stream is looked at within the time of a rate. */
const checksPerWindow = 60;

/** Looks at a stream, and ends it once it was found waiting for its source so often that the rate is missed. While its reader is busy with what is there, nothing counts. */
function requireRate(meter: Transform, { bytes, seconds: within }: MinimumRate, arrived: () => number): () => void {
  let waited = 0;
  let before = 0;
  return () => {
    if (meter.readableLength > 0 || meter.writableEnded) return;
    waited += 1;
    if (waited < checksPerWindow) return;
    const sent = arrived() - before;
    if (sent < bytes)
      meter.destroy(
        new CatalogError('SOURCE_FAILED', {
          reason: `it is too slow: it sent ${sent} bytes in ${within} seconds, where at least ${bytes} are needed.`,
        }),
      );
    waited = 0;
    before = arrived();
  };
}
