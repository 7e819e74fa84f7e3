import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Requests the next value only once the client has read the previous values, so that nothing accumulates. */
export async function* withBackPressure<T>(
  values: AsyncIterable<T>,
  response: ServerResponse,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for await (const value of values) {
    yield value;
    if (!response.writableNeedDrain) continue;
    // The server closes the connection of a client that stops reading, which aborts the signal.
    const drained = await once(response, 'drain', { signal }).catch(() => undefined);
    if (!drained) return;
  }
}

/** Yields the values until the signal aborts. */
export async function* takeUntilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    if (signal.aborted) return;
    yield value;
  }
}
