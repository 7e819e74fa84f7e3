/*
 * The errors of PostgreSQL are recognised by SQLSTATE, because its messages depend on the language of the server.
 */

/**
 * SQLSTATE classes and codes of a database that is unreachable (connection lost, shutting down, starting up, read-only after a
 * failover), out of a resource (slots, memory, an I/O error) or too busy (a deadlock, a lock that is not available). A full disk is not
 * among them: it stays full until something is removed.
 */
const unavailableStates = /^(08...|53(?!100)...|57P0[12345]|58...|25006|25P03|26000|40P01|40001|55P03)$/;
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
/** The messages of the driver's errors that have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|the database system is)/i;

/**
 * Whether the database was out of reach, so that the statement may succeed in a moment. The error is not tested with `instanceof`:
 * a test runner's realm has an Error class of its own, which the errors of Node's sockets do not extend.
 */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return (
    unavailableStates.test(String(codeOf(error))) ||
    isLostConnection(error) ||
    ('message' in error && driverMessages.test(String(error.message))) ||
    ('errors' in error && Array.isArray(error.errors) && error.errors.some(isUnavailable))
  );
}

/** Whether a network connection failed. The system call is checked, because errors of files have the same codes. */
const isLostConnection = (error: object): boolean =>
  networkCodes.has(String(codeOf(error))) &&
  'syscall' in error &&
  /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));

/** Whether the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Whether PostgreSQL cancelled a statement that ran longer than `STATEMENT_TIMEOUT`. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether a statement waited longer than `lock_timeout` for a lock. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether a table does not exist. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/** Whether a statement names a table, a column, a function or a schema that does not exist. */
export const isSchemaBehind = (error: unknown): boolean =>
  ['42P01', '42703', '42883', '3F000'].includes(String(codeOf(error)));

/** Whether PostgreSQL aborted a transaction because of a deadlock or a serialization failure; a retry may succeed. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001';

/**
 * Whether a prepared statement is out of date, because a table was altered (0A000, raised by the server's function
 * `RevalidateCachedQuery`) or the connection no longer knows the statement (26000). The statement succeeds once it is prepared again.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '26000' || (codeOf(error) === '0A000' && routineOf(error) === 'RevalidateCachedQuery');

/** Whether a value exceeds a limit of PostgreSQL itself, such as 256 MB in one jsonb value. */
export const isTooLarge = (error: unknown): boolean => codeOf(error) === '54000';

/** Whether PostgreSQL does not know a time zone: its time zone database may be older than that of Node.js. */
export const isUnknownTimezone = (error: unknown): boolean =>
  codeOf(error) === '22023' && routineOf(error) === 'DecodeTimezoneName';

/** Whether a text contains a character that PostgreSQL cannot store: NUL or an unpaired surrogate. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error &&
  ['22021', '22P05', '22P02'].includes(String(codeOf(error))) &&
  /invalid byte sequence|unsupported Unicode escape|Unicode (high|low) surrogate|\\u0000/i.test(
    `${error.message} ${'detail' in error ? String(error.detail) : ''}`,
  );

/**
 * The foreign key that a statement violated; undefined for any other error. From PostgreSQL 18 on, a key with RESTRICT has a code of its own,
 * 23001.
 */
export const violatedForeignKey = (error: unknown): string | undefined =>
  constraintOf(error, '23503') ?? constraintOf(error, '23001');

/** The unique constraint that a statement violated; undefined for any other error. */
export const violatedUniqueConstraint = (error: unknown): string | undefined => constraintOf(error, '23505');

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const routineOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'routine' in error ? error.routine : undefined;

const constraintOf = (error: unknown, code: string): string | undefined =>
  error instanceof Error && codeOf(error) === code && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
