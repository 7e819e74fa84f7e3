import { once } from 'node:events';
import { isIP } from 'node:net';
import { posix } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { connect, TLSSocket } from 'node:tls';
import { Client, type FTPContext, FTPError } from 'basic-ftp';
import type { ConnectFileServer, FileServerPorts, FolderEntry } from './file-server.ts';

/** Connects by FTP or FTPS. FTPS requires a valid certificate, on the data connection as well. */
export const connectFtp: ConnectFileServer = async ({ protocol, host, port }, auth, { openSocket, idleTimeout }) => {
  const client = new Client(idleTimeout, { maxListingBytes });
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
    list: (path, maxEntries) => listFolder(client, path, maxEntries),
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

/** The most bytes of a listing. */
const maxListingBytes = 16 * 2 ** 20;

/** Lists a folder. Where the listing has no exact times, the server is asked for them, as long as it answers. */
async function listFolder(client: Client, path: string, maxEntries: number): Promise<readonly FolderEntry[]> {
  const listed = await client.list(path);
  let knowsTimes = true;
  const entries: FolderEntry[] = [];
  for (const { name, size, modifiedAt, isDirectory: isFolder } of listed.slice(0, maxEntries)) {
    const isUnknown = modifiedAt === undefined && !isFolder && knowsTimes && !/\p{Cc}/u.test(name);
    const time = isUnknown ? await client.lastMod(posix.join(path, name)).catch(toNull) : (modifiedAt ?? null);
    if (isUnknown && time === null) knowsTimes = false;
    entries.push({ name, isFolder, size, modifiedAt: time });
  }
  return entries;
}

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

/**
 * Returns the library's callback that opens data connections, in passive mode. The callback always connects to the host of the
 * control connection, because the address in a reply could belong to a forbidden host.
 */
export const openPassiveConnection =
  (openSocket: FileServerPorts['openSocket']): Client['prepareTransfer'] =>
  async (ftp) => {
    const response = await ftp.request('EPSV').catch((error: unknown) => {
      if (error instanceof FTPError) return ftp.request('PASV');
      throw error;
    });
    const port = parsePort(response.message);
    if (port === undefined) throw new FTPError({ code: 425, message: 'No port for the data connection.' });
    const socket = await openSocket(port, ftp.socket.remoteAddress);
    // Many servers require the TLS session of the control connection to be resumed.
    const session = ftp.socket instanceof TLSSocket ? tlsSessionOf(ftp, ftp.socket) : undefined;
    ftp.dataSocket = ftp.socket instanceof TLSSocket ? connect({ ...ftp.tlsOptions, socket, session }) : socket;
    return response;
  };

const tlsSessionOf = ({ tlsSessionStore }: FTPContext, control: TLSSocket): Buffer | undefined =>
  tlsSessionStore ?? control.getSession();

/** The port in `229 … (|||6446|)` (RFC 2428) or `227 … (192,0,2,1,25,46)` (RFC 959). */
function parsePort(message: string): number | undefined {
  const [, plainPort, highByte, lowByte] =
    /[|!]{3}(\d{1,5})[|!]|(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(message) ?? [];
  const port = plainPort === undefined ? Number(highByte) * 256 + Number(lowByte) : Number(plainPort);
  return port > 0 && port <= 65_535 ? port : undefined;
}
