import { once } from 'node:events';
import { isIP } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { connect } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import type { ConnectFileServer } from './file-server.ts';
import { openPassiveConnection } from './passive-connection.ts';

/** Connects by FTP or FTPS. FTPS requires a valid certificate, on the data connection as well. */
export const connectFtp: ConnectFileServer = async ({ protocol, host, port }, auth, { openSocket, idleTimeout }) => {
  const client = new Client(idleTimeout);
  const tls = { host, ...(isIP(host) === 0 && { servername: host }) };
  const socket = await openSocket(port);
  if (protocol === 'implicit ftps') {
    const secured = connect({ ...tls, socket });
    await once(secured, 'secureConnect');
    client.ftp.socket = secured;
    client.ftp.tlsOptions = tls;
  } else {
    client.ftp.socket = socket;
  }
  await readGreeting(client);
  if (protocol === 'ftps') await client.useTLS(tls);
  await (auth ? client.login(auth.username, auth.password) : client.login());
  await client.useDefaultSettings();
  client.prepareTransfer = openPassiveConnection(openSocket);
  return {
    stat: async (path) => ({
      size: await client.size(path).catch(toNull),
      modifiedAt: await client.lastMod(path).then((date) => (Number.isNaN(date.getTime()) ? null : date), toNull),
    }),
    read: (path) => download(client, path),
  };
};

/** Reads the server's greeting. The library reads it only from sockets that the library opened itself. */
const readGreeting = ({ ftp }: Client): Promise<void> =>
  ftp
    .handle(undefined, (response, task) => {
      if (response instanceof Error) task.reject(response);
      else if (response.code >= 200 && response.code < 300) task.resolve(response);
      else task.reject(new FTPError(response));
    })
    .then(() => undefined);

/** Ignores the failure of a command that not every server supports. A lost connection fails at the next command. */
const toNull = () => null;

async function download(client: Client, path: string): Promise<Readable> {
  const received = new PassThrough();
  const complete = new PassThrough();
  const started = new Promise((resolve) => received.once('pipe', resolve));
  const transfer = client.downloadTo(received, path);
  // The data connection ends in the same way for a complete and an incomplete file. Only the control connection shows the difference.
  Promise.all([transfer, finished(received)]).then(
    () => complete.end(),
    (error: unknown) => complete.destroy(error instanceof Error ? error : undefined),
  );
  complete.once('close', () => {
    received.destroy();
  });
  complete.on('error', () => {
    /* The reader receives the error. */
  });
  received.pipe(complete, { end: false });
  await Promise.race([started, transfer]);
  return complete;
}
