/**
 * The code of a system call's failure, such as ENOENT; undefined for anything else. It looks at the shape: a test runner's
 * realm has an Error class of its own, so `instanceof` would miss Node's.
 */
export const systemErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
