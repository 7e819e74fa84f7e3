/** SQLSTATE classes and codes of a database that is away: connection lost, shutting down, starting up, out of slots. */
const sqlStates = /^(08...|57P0[123]|53300)$/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives no code for these. */
const driverMessages = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|the database system is)/i;

/** Whether a statement failed because the database is out of reach, so that it may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return sqlStates.test(code) || (networkCodes.has(code) && isFromDatabase(error)) || driverMessages.test(error.message)
    || (error instanceof AggregateError && error.errors.some(isUnavailable));
}

/** Whether a network failure was that of a connection, and not of a file. */
const isFromDatabase = (error: Error): boolean => 'syscall' in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
