import { once } from 'node:events';
import { isIP } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { connect } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import type { ConnectFileServer } from './file-server.ts';
import { ftpDataConnection } from './ftp-data-connection.ts';

/** FTP, with TLS where it is asked for: its certificate must be good, for the data connection too. */
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
  await greeting(client);
  if (protocol === 'ftps') await client.useTLS(tls);
  await (auth ? client.login(auth.username, auth.password) : client.login());
  await client.useDefaultSettings();
  client.prepareTransfer = ftpDataConnection(openSocket);
  return {
    facts: async (path) => ({
      size: await client.size(path).catch(unknown),
      modifiedAt: await client.lastMod(path).then((date) => (Number.isNaN(date.getTime()) ? null : date), unknown),
    }),
    read: (path) => download(client, path),
  };
};

/** The library says it to its own sockets only. */
const greeting = ({ ftp }: Client): Promise<void> =>
  ftp
    .handle(undefined, (answer, task) => {
      if (answer instanceof Error) task.reject(answer);
      else if (answer.code >= 200 && answer.code < 300) task.resolve(answer);
      else task.reject(new FTPError(answer));
    })
    .then(() => undefined);

/** Not every server knows these commands; one that is gone fails again at the next. */
const unknown = () => null;

async function download(client: Client, path: string): Promise<Readable> {
  const arriving = new PassThrough();
  const whole = new PassThrough();
  const begun = new Promise((resolve) => arriving.once('pipe', resolve));
  const transfer = client.downloadTo(arriving, path);
  // The data connection ends in the same way for a whole file and a broken one: the control connection tells them apart.
  Promise.all([transfer, finished(arriving)]).then(
    () => whole.end(),
    (error: unknown) => whole.destroy(error instanceof Error ? error : undefined),
  );
  whole.once('close', () => {
    arriving.destroy();
  });
  whole.on('error', () => {
    /* Whoever reads is told. */
  });
  arriving.pipe(whole, { end: false });
  await Promise.race([begun, transfer]);
  return whole;
}
