import { addAbortSignal, pipeline, Transform } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import type { DatasourceStream, DatasourceReader } from './datasource-reader.ts';

/** The minimum rate of a source: a slower source would hold a semaphore that other runs wait for. */
export interface MinimumRate {
  readonly bytes: number;
  /** The time within which these bytes must arrive, in seconds. Time during which the reader is busy does not count. */
  readonly seconds: number;
}

const defaultRate: MinimumRate = { bytes: 60_000, seconds: 60 };

/** An open source whose reader can tell what it waits for. */
export interface MeteredStream extends DatasourceStream {
  /** Whether the reader has taken what arrived and waits for more. */
  readonly isWaiting: () => boolean;
}

/** How often the rate of a stream is checked within the time of a minimum rate. */
const checksPerWindow = 60;

/**
 * Opens a source. `onBytes` is called with the number of bytes just received, before any content encoding is decoded, and with the
 * size of the whole source. The signal ends opening and reading. The content fails SOURCE_FAILED when it arrives too slowly.
 */
export async function openMetered(
  source: DatasourceReader,
  signal: AbortSignal,
  onBytes: (bytes: number, size: number | null) => void,
  rate = defaultRate,
): Promise<MeteredStream> {
  const open = await untilAborted(
    signal,
    () => source.openStream(signal),
    (late) => late.content.destroy(),
  );
  const { content, size, receivedBytes } = open;
  addAbortSignal(signal, content);
  let receivedLength = 0;
  let reported = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedLength += chunk.length;
      const received = receivedBytes?.() ?? receivedLength;
      onBytes(received - reported, size);
      reported = received;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(rateCheck);
      content.destroy();
      done(error);
    },
  });
  const isWaiting = (): boolean => meter.readableLength <= maxHeldBytes && !meter.writableEnded && !meter.destroyed;
  const rateCheck = setInterval(
    createRateCheck(meter, rate, { isWaiting, receivedLength: () => receivedLength }),
    (rate.seconds * 1_000) / checksPerWindow,
  );
  // A failure of either stream is thrown to the reader of the meter.
  return { ...open, content: pipeline(content, meter, () => undefined), isWaiting };
}

/** The number of bytes that a reader may leave while it waits for more, to see how a file begins. */
const maxHeldBytes = 1_024;

/** Creates a check that ends the stream once it has waited for its source longer than the rate allows. Checks while the reader is busy do not count. */
function createRateCheck(
  meter: Transform,
  { bytes, seconds }: MinimumRate,
  { isWaiting, receivedLength }: Pick<MeteredStream, 'isWaiting'> & { readonly receivedLength: () => number },
): () => void {
  let waitingChecks = 0;
  let checkedBytes = 0;
  return () => {
    if (!isWaiting()) return;
    waitingChecks += 1;
    if (waitingChecks < checksPerWindow) return;
    const sent = receivedLength() - checkedBytes;
    if (sent < bytes)
      meter.destroy(
        new CatalogError('SOURCE_FAILED', {
          reason: `it is too slow: it sent ${sent} bytes in ${seconds} seconds, but at least ${bytes} are required.`,
        }),
      );
    waitingChecks = 0;
    checkedBytes = receivedLength();
  };
}
