/**
 * What the work comes to, or the signal's reason as soon as it aborts. The work is then left to end by itself; what it still comes to
 * is given to `discard`.
 */
export async function untilAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  discard?: (late: T) => void,
): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  const working = work();
  try {
    return await Promise.race([working, aborted.promise]);
  } catch (error) {
    working.then(discard, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
