import type { SessionSettings } from './session-settings.ts';

/**
 * The settings of a connection whose statements have no time limit, or one of hours: the server of the database ends a statement when
 * its client is gone. It checks each second whether the process of the client still has the connection, sends probes after a minute
 * without traffic to a host that may be gone, and closes a connection that accepts no bytes for a time. Needs a server on Linux, macOS or BSD.
 */
export const endsWithClient = (unacceptedSeconds: number): SessionSettings => ({
  client_connection_check_interval: '1s',
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
  tcp_user_timeout: `${unacceptedSeconds}s`,
});
