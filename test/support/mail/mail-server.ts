import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
interface ReceivedMail {
  readonly to: readonly string[];
  /** The whole message, with lines joined where the transfer broke them. */
  readonly message: string;
}

/** A mail server on this machine, until the tests of the file end. */
export interface MailServer {
  /** The value of SMTP_URL. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** What the server answers to recipients in place of accepting them; undefined takes it back. */
  refuse(answer: { readonly code: number; readonly message: string } | undefined): void;
}

/** Starts a mail server that accepts every mail, without TLS. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { readonly code: number; readonly message: string } | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    ...options,
    onRcptTo(_address, _session, done) {
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      text(stream).then((message) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, message: decodeQuotedPrintable(message) });
        done();
      }, done);
    },
  });
  // a client that does not trust the certificate ends the connection
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse(answer) {
      refusal = answer;
    },
  };
}

/** The text of a message whose parts are quoted-printable (RFC 2045, 6.7), in UTF-8. */
const decodeQuotedPrintable = (message: string): string =>
  message
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
