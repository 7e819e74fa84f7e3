/** The only user of an embedded server. */
export const SUPERUSER = 'catalograph';

const defaults: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling a plan costs more time than the short statements of the service would save.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // statements, parameters and details may contain secrets
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

/** Settings of a throw-away database: fast, without durability. */
export const disposableSettings: Readonly<Record<string, string>> = Object.freeze({
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  // Shared memory is in the data folder, because files in /dev/shm would survive a crash.
  dynamic_shared_memory_type: 'mmap',
});

/** The settings of a server, durable by default. */
export const serverSettings = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...defaults,
  ...changes,
});

/** The environment of the server, without the service's own, which contains secrets. */
export const serverEnvironment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
