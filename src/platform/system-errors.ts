/** An error that an administrator must fix before the service can start. The message says how. It is shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/**
 * The code of a failed system call, such as ENOENT; undefined for any other error. The error is not tested with `instanceof`: a test
 * runner's realm has an Error class of its own, which Node's errors do not extend.
 */
export const systemErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
