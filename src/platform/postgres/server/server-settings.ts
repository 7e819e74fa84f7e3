/** The only user of an embedded server. */
export const SUPERUSER = 'catalograph';

const usual: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling a plan costs more than the short statements of a service gain by it.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // Statements, parameters and details may hold what must not be in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

/** Settings for a database that nobody will miss: fast, and lost with the machine. */
export const disposable: Readonly<Record<string, string>> = Object.freeze({
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  // In the data folder instead of /dev/shm, where a crash would leave it.
  dynamic_shared_memory_type: 'mmap',
});

/** The settings of a server: durable unless `changes` says otherwise. */
export const serverSettings = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...usual,
  ...changes,
});

/** The server's environment: nothing of the service's own, where secrets may be. */
export const serverEnvironment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
