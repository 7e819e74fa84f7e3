import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** An answer that is sent in pieces. */
export interface StreamedContent {
  /** Resolves when the content was requested this number of times; once by default. */
  requested(times?: number): Promise<void>;
  /** Sends a piece to all requests, later ones included. */
  send(text: string): void;
  /** Ends the content. */
  close(): void;
  /** Breaks the connection. */
  disconnect(): void;
}

/** A web server for the resources of a test. */
export interface SourceServer {
  /** The host and port, for FETCH_ALLOW. */
  readonly host: string;
  /** The address of some content. */
  serve(path: string, content: string | Buffer): string;
  /** The address of a custom answer. */
  answer(path: string, answer: (response: ServerResponse) => void): string;
  /** The address of content that is sent in pieces; `size` announces its length. */
  stream(path: string, bytes?: number): StreamedContent & { readonly url: string };
}

/** Starts a server of sources for the tests of one file, on a free port. */
export async function sourceServer(): Promise<SourceServer> {
  const answers = new Map<string, (response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response.setHeader('content-type', 'text/csv'));
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const serve = (path: string, answer: (response: ServerResponse) => void) => {
    answers.set(path, answer);
    return `http://${host}${path}`;
  };
  return {
    host,
    answer: serve,
    serve: (path, content) => serve(path, (response) => response.end(content)),
    stream(path, bytes) {
      const tap = new Dripping();
      return Object.assign(tap, {
        url: serve(path, (response) =>
          tap.add(bytes === undefined ? response : response.setHeader('content-length', bytes)),
        ),
      });
    },
  };
}

class Dripping implements StreamedContent {
  readonly #responses: ServerResponse[] = [];
  #poured = '';
  #closed = false;
  #wake = (): void => undefined;

  add(response: ServerResponse): void {
    this.#responses.push(response);
    response.write(this.#poured);
    if (this.#closed) response.end();
    this.#wake();
  }

  async requested(times = 1): Promise<void> {
    while (this.#responses.length < times)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  send(text: string): void {
    this.#poured += text;
    for (const response of this.#responses) response.write(text);
  }

  close(): void {
    this.#closed = true;
    for (const response of this.#responses) response.end();
  }

  disconnect(): void {
    for (const response of this.#responses) response.destroy();
  }
}
