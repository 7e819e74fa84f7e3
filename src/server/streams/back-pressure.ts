import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** How long a client may stop reading before its stream is closed. */
export const maxStallMs = 60_000;

/** Requests the next value only once the client has read the previous values, so that nothing accumulates. Closes the stream of a client that stopped reading. */
export async function* withBackPressure<T>(
  values: AsyncIterable<T>,
  response: ServerResponse,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for await (const value of values) {
    yield value;
    if (!response.writableNeedDrain) continue;
    const drained = await once(response, 'drain', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxStallMs)]),
    }).catch(() => undefined);
    if (drained) continue;
    if (!signal.aborted) response.destroy();
    return;
  }
}

/** Yields the values until the signal aborts. */
export async function* takeUntilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    if (signal.aborted) return;
    yield value;
  }
}
