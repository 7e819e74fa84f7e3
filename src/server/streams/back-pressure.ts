import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** For how long a reader may leave lie what was sent, in milliseconds. */
const patience = 60_000;

/** Asks for the next value only when the reader has taken what was sent before, so that nothing piles up here. A reader who takes nothing is left. */
export async function* withBackPressure<T>(
  values: AsyncIterable<T>,
  response: ServerResponse,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for await (const value of values) {
    yield value;
    if (!response.writableNeedDrain) continue;
    const drained = await once(response, 'drain', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    }).catch(() => undefined);
    if (drained) continue;
    if (!signal.aborted) response.destroy();
    return;
  }
}

/** Passes values on until the signal ends it, whatever is still to come. */
export async function* takeUntilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    if (signal.aborted) return;
    yield value;
  }
}
