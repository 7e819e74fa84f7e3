/**
 * SQLSTATE classes and codes of a database that is away (connection lost, shutting down, starting up, read-only after a
 * failover), short of something (slots, memory, disk, an I/O error), or too busy (a deadlock, a lock that is not to be had).
 */
const sqlStates = /^(08...|53...|57P0[12345]|58...|25006|25P03|26000|40P01|40001|55P03)$/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver gives no code for these. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|the database system is)/i;

/**
 * Whether a statement failed because the database is out of reach, so that it may work in a moment. It looks at the shape:
 * a test runner's realm has an Error class of its own, so `instanceof` would miss a failure of Node's sockets.
 */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    sqlStates.test(code) ||
    (networkCodes.has(code) && isFromDatabase(error)) ||
    ('message' in error && driverMessages.test(String(error.message))) ||
    ('errors' in error && Array.isArray(error.errors) && error.errors.some(isUnavailable))
  );
}

/** Whether a network failure was that of a connection, and not of a file. */
const isFromDatabase = (error: object): boolean =>
  'syscall' in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
