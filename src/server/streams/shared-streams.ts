import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { fail } from '../../kernel/fail.ts';
import type { OpenStreams } from './open-streams.ts';
import { withBackPressure, takeUntilAborted } from './back-pressure.ts';

/** How long a reservation waits for its stream, and how often a silent stream says that it lives; in milliseconds. */
const times = { reserved: 30_000, heartbeat: 12_000 };

/** A stream that carries the events of several operations. */
interface SharedStream {
  readonly username: string;
  /** What ends each operation, by the identifier that the client gave it. */
  readonly operations: Map<string, AbortController>;
  /** Ends a reservation that is not used. */
  readonly expiry: NodeJS.Timeout;
  /** Gives the reservation's place back. */
  readonly leave: () => void;
  /** Set once the stream is open. */
  opened?: { readonly out: PassThrough; readonly response: ServerResponse; readonly signal: AbortSignal };
}

/** Answers an operation with its events, until the signal ends it. */
export type Events = (signal: AbortSignal) => AsyncIterable<ExecutionResult>;

/**
 * The single connection mode of GraphQL over SSE: a client reserves a stream, opens it, and has operations answered on it, so
 * that a browser's tab needs one connection however much it follows. Reservations, streams and operations count as streams of their user.
 */
export class SharedStreams {
  readonly #streams = new Map<string, SharedStream>();
  readonly #open: OpenStreams;

  constructor(open: OpenStreams) {
    this.#open = open;
  }

  /** Reserves a stream and answers its token. Fails TOO_MANY_STREAMS, OVERLOADED. */
  reserve(username: string): string {
    const token = randomUUID();
    const leave = this.#open.enter(username);
    const expiry = setTimeout(() => {
      this.#streams.delete(token);
      leave();
    }, times.reserved).unref();
    this.#streams.set(token, { username, operations: new Map(), expiry, leave });
    return token;
  }

  /** Opens a reserved stream on a response. Fails NOT_FOUND for another user's, BAD_REQUEST for one that is open. */
  open(token: string, username: string, response: ServerResponse): PassThrough {
    const stream = this.#of(token, username);
    if (stream.opened) fail('BAD_REQUEST', { reason: 'This stream is open already. Reserve another one.' });
    clearTimeout(stream.expiry);
    // from here on the response itself counts
    stream.leave();
    const signal = this.#open.admit(username, response);
    const out = new PassThrough();
    const heartbeat = setInterval(() => out.write(':\n\n'), times.heartbeat).unref();
    stream.opened = { out, response, signal };
    const end = (): void => {
      clearInterval(heartbeat);
      this.#streams.delete(token);
      out.end();
    };
    out.write(':\n\n');
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    return out;
  }

  /** Begins an operation, whose events come on the open stream. Fails as `open` does, and where the identifier is in use. */
  start(token: string, username: string, id: string, events: Events): void {
    const { opened, operations } = this.#of(token, username);
    if (!opened) fail('BAD_REQUEST', { reason: 'Open the stream before sending operations to it.' });
    if (operations.has(id))
      fail('BAD_REQUEST', {
        reason: 'An operation with this operationId is answered already. Choose another identifier.',
      });
    const leave = this.#open.enter(username);
    const ending = new AbortController();
    operations.set(id, ending);
    void answer(events, id, { ...opened, signal: AbortSignal.any([opened.signal, ending.signal]) }).finally(() => {
      operations.delete(id);
      leave();
      if (!opened.signal.aborted) opened.out.write(event('complete', { id }));
    });
  }

  /** Ends an operation; nothing happens where it has ended. Fails as `open` does. */
  stop(token: string, username: string, id: string): void {
    this.#of(token, username).operations.get(id)?.abort();
  }

  #of(token: string, username: string): SharedStream {
    const stream = this.#streams.get(token);
    return stream?.username === username ? stream : fail('NOT_FOUND');
  }
}

async function answer(
  events: Events,
  id: string,
  { out, response, signal }: NonNullable<SharedStream['opened']>,
): Promise<void> {
  for await (const payload of withBackPressure(takeUntilAborted(events(signal), signal), response, signal))
    out.write(event('next', { id, payload }));
}

const event = (name: 'next' | 'complete', data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
