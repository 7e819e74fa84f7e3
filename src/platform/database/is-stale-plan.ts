/** PostgreSQL's name of the function that finds a prepared statement out of date; its message depends on the server's language. */
const revalidation = 'RevalidateCachedQuery';

/**
 * Whether a prepared statement failed only because it is out of date: a table was altered since (0A000), or the connection
 * has forgotten it (26000). Prepared again, it works.
 */
export const isStalePlan = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === '26000' || (error.code === '0A000' && 'routine' in error && error.routine === revalidation));
