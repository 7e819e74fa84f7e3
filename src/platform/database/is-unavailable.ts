/**
 * SQLSTATE classes and codes of a database that is away: connection lost, shutting down, starting up, out of slots; and of
 * one that is too busy: a deadlock, a statement that takes too long.
 */
const sqlStates = /^(08...|57P0[123]|53300|40P01|40001|57014)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives no code for these. */
const driverMessages = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|the database system is)/i;

/**
 * Whether a statement failed because the database is out of reach, so that it may work in a moment. It looks at the shape:
 * a test runner's realm has an Error class of its own, so `instanceof` would miss a failure of Node's sockets.
 */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? String(error.code) : '';
  return sqlStates.test(code) || (networkCodes.has(code) && isFromDatabase(error))
    || ('message' in error && driverMessages.test(String(error.message)))
    || ('errors' in error && Array.isArray(error.errors) && error.errors.some(isUnavailable));
}

/** Whether a network failure was that of a connection, and not of a file. */
const isFromDatabase = (error: object): boolean => 'syscall' in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
