import type { Socket } from 'node:net';
import { CatalogError } from '../../../kernel/fail.ts';
import type { Guard } from '../../fetcher/guard.ts';
import { isPublicAddress } from '../../fetcher/is-public-address.ts';
import { fileFailure } from './file-failure.ts';

/** One visit to a file server. All its sockets are made by the guard, and close when it ends. */
export class ServerVisit {
  readonly #host: string;
  readonly #guard: Guard;
  readonly #own = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Aborts when the visit ends, whoever ends it. */
  readonly signal: AbortSignal;

  constructor(host: string, guard: Guard, caller: AbortSignal) {
    this.#host = host;
    this.#guard = guard;
    this.signal = AbortSignal.any([caller, this.#own.signal]);
  }

  /** A socket to a port of the host, at the address where it was found before; a private host is opened by the name it is allowed by. */
  readonly openSocket = async (port: number, address?: string): Promise<Socket> => {
    const socket = await this.#guard.connect(
      address !== undefined && isPublicAddress(address) ? address : this.#host,
      port,
    );
    const close = () => socket.destroy();
    this.signal.addEventListener('abort', close);
    socket.once('close', () => this.signal.removeEventListener('abort', close));
    if (this.signal.aborted) close();
    return socket;
  };

  /** Ends the visit when it is not over within so many milliseconds from now. */
  limit(milliseconds: number): void {
    clearTimeout(this.#timer);
    const late = new CatalogError('SOURCE_FAILED', {
      reason: `${this.#host} took longer than ${milliseconds / 1000} seconds.`,
    });
    this.#timer = setTimeout(() => this.end(late), milliseconds).unref();
  }

  end(reason?: unknown): void {
    clearTimeout(this.#timer);
    this.#own.abort(reason);
  }

  /** What a failure comes from: the end of the visit, or else the server. An abort comes back to the caller as they gave it. */
  readonly failure = <E>(error: E): E | CatalogError => {
    if (!this.signal.aborted) return fileFailure(error, this.#host);
    // The reason is the caller's, and may be anything.
    return this.signal.reason as E;
  };
}
