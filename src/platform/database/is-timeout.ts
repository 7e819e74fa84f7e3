/** SQLSTATE of a statement that was cancelled, here because it took longer than `STATEMENT_TIMEOUT`. */
const canceled = '57014';

/** Whether PostgreSQL ended a statement because it took too long. */
export const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === canceled;
