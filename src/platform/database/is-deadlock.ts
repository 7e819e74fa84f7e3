/** SQLSTATE of a deadlock and of a serialization failure. */
const codes = new Set<unknown>(['40P01', '40001']);

/** Whether PostgreSQL ended a transaction in favour of another one that it stood against; tried again, it may succeed. */
export const isDeadlock = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.has(error.code);
