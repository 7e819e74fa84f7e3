import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Everything that a server sends in response to raw bytes, until it closes the connection. */
export async function sendRaw(
  port: number,
  head: string,
  rest?: (write: (part: string) => void, isOpen: () => boolean) => Promise<void>,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = text(socket).catch(() => '');
  socket.write(head);
  const isOpen = () => socket.writable && !socket.readableEnded;
  void rest?.((part) => {
    if (isOpen()) socket.write(part);
  }, isOpen);
  return answer.finally(() => socket.destroy());
}

/** A parsed answer. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to one request, of which the line and headers are given; the connection is closed after it. */
export async function sendRawRequest(port: number, ...lines: readonly string[]): Promise<RawAnswer> {
  const [head = '', body = ''] = (await sendRaw(port, [...lines, 'connection: close', '', ''].join('\r\n'))).split(
    '\r\n\r\n',
    2,
  );
  const [line = '', ...headers] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    body,
    headers: Object.fromEntries(
      headers.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 1).trim(),
      ]),
    ),
  };
}

/** The port of an address. */
export const portOf = (url: string): number => Number(new URL(url).port);
