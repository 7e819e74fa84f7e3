import { connect } from 'node:net';

/** What one request came to. */
export interface Answered {
  /** When it was sent and when the last byte of its answer was there, by performance.now(). */
  readonly sentAt: number;
  readonly at: number;
  readonly bytes: number;
  /** The beginning of the answer where it is not a success. */
  readonly failure?: string | undefined;
}

/**
 * Sends requests over one connection, each when the last one is answered, until there is no next one. Sockets and as much of
 * HTTP/1.1 as these servers speak: the driver shares the machine with those it measures, so it must cost little.
 */
export function useConnection(
  host: string,
  port: number,
  next: () => Buffer | undefined,
  answered: (answer: Answered) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let received: Buffer[] = [];
    let length = 0;
    let wanted: number | undefined;
    const socket = connect({ host, port, noDelay: true }, send)
      .once('error', reject)
      .once('close', () => {
        reject(new Error('The server closed a connection.'));
      });

    function send(): void {
      const request = next();
      if (!request) {
        resolve();
        socket.destroy();
        return;
      }
      [received, length, wanted] = [[], 0, undefined];
      sentAt = performance.now();
      socket.write(request);
    }

    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      length += chunk.length;
      if (wanted === undefined) {
        if (received.length > 1) received = [Buffer.concat(received)];
        wanted = lengthOf(received[0] ?? chunk);
      }
      if (wanted !== undefined && (wanted === chunked ? isLast(chunk) : length >= wanted)) {
        answered({ sentAt, at: performance.now(), bytes: length, failure: failureOf(Buffer.concat(received)) });
        send();
      }
    });
  });
}

const chunked = -1;
const isLast = (chunk: Buffer): boolean => chunk.subarray(-5).toString('latin1') === '0\r\n\r\n';

/** The bytes of head and body together, `chunked`, or undefined as long as the head is not complete. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.toString('latin1', 0, end);
  const [, length] = /content-length: *(\d+)/i.exec(head) ?? [];
  return length === undefined ? chunked : end + 4 + Number(length);
}

function failureOf(answer: Buffer): string | undefined {
  const isFine = /^HTTP\/1\.1 20[01]$/.test(answer.toString('latin1', 0, 12)) && !answer.includes('"errors":[{');
  return isFine ? undefined : answer.toString('utf8', 0, 600);
}
