/**
 * The code of a failed system call, such as ENOENT; undefined for any other error. This looks at the shape of the error: a test
 * runner's realm has an Error class of its own, so `instanceof` would miss Node's.
 */
export const systemErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
