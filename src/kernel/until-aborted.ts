/**
 * Returns the result of the work, or throws the signal's reason as soon as the signal aborts. The work then continues, and `discard` receives
 * its result.
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
