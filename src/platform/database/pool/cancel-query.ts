import { once } from 'node:events';
import { Socket } from 'node:net';
import { Connection, type ClientBase } from 'pg';

/** What the driver has, and its types lack. */
declare module 'pg' {
  interface ClientConfig {
    sslNegotiation?: ClientConfig['sslnegotiation'];
  }
  interface Connection {
    connect(portOrPath: number | string, host?: string): void;
    requestSsl(): void;
    cancel(processId: number, secretKey: number): void;
  }
  interface ClientBase {
    readonly connection: Connection;
    readonly host: string;
    readonly port: number;
    readonly ssl: NonNullable<ClientConfig['ssl']>;
    readonly sslNegotiation: ClientConfig['sslnegotiation'];
    readonly processID: number;
    readonly secretKey: number;
  }
}

/** How long a server may take to accept a cancellation. */
const timeoutMs = 5_000;

/**
 * Cancels the running query of a connection by the protocol's own request, on a connection of its own to the same address. Unlike
 * `pg_cancel_backend` it works through a pooler, which knows the server that executes the query, and it needs no free connection of the server.
 * Resolves when the request has been handled.
 */
export async function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client;
  const { stream } = client.connection;
  // A host name may have several addresses, and only one of them knows the query.
  const address = (stream instanceof Socket && stream.remoteAddress) || host;
  const connection = new Connection({
    ssl: ssl && { servername: host, ...(ssl !== true && ssl) },
    sslNegotiation,
  });
  const cancel = () => {
    connection.cancel(processID, secretKey);
  };
  connection.on('error', () => undefined);
  connection.on('sslconnect', cancel);
  connection.on('connect', () => {
    if (!ssl) cancel();
    else if (sslNegotiation !== 'direct') connection.requestSsl();
  });
  const socket = connection.stream;
  if (socket instanceof Socket) socket.setTimeout(timeoutMs, () => socket.destroy());
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, address);
  // The server closes the connection when it has signalled the process of the query.
  await once(connection, 'end');
}
