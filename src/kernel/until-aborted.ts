/** What the work comes to, or the signal's reason as soon as it aborts; the work is then left to end by itself. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => { aborted.reject(signal.reason); };
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
