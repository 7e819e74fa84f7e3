import { TLSSocket, connect } from 'node:tls';
import { FTPError, type Client, type FTPContext } from 'basic-ftp';
import type { FileServerPorts } from './file-server.ts';

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
