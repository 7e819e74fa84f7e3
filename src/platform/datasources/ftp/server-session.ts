import type { Socket } from 'node:net';
import { CatalogError } from '#kernel/fail.ts';
import type { Guard } from '#platform/fetcher/guard.ts';
import { isPublicAddress } from '#platform/fetcher/is-public-address.ts';
import { toFileFailure } from './file-failure.ts';

/** A session on a file server. The guard opens all sockets of the session; the end of the session closes them. */
export class ServerSession {
  readonly #host: string;
  readonly #guard: Guard;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Aborts when the session ends: when the caller aborts, at the time limit, or by `end`. */
  readonly signal: AbortSignal;

  constructor(host: string, guard: Guard, caller: AbortSignal) {
    this.#host = host;
    this.#guard = guard;
    this.signal = AbortSignal.any([caller, this.#controller.signal]);
  }

  /** Opens a socket to a port of the host: at `address` when it is public, else by host name, because the allow list names private hosts by host name. */
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

  /** Replaces the time limit: the session ends this many milliseconds from now. */
  limitTime(milliseconds: number): void {
    clearTimeout(this.#timer);
    const timeoutError = new CatalogError('SOURCE_FAILED', {
      reason: `${this.#host} took longer than ${milliseconds / 1000} seconds.`,
    });
    this.#timer = setTimeout(() => this.end(timeoutError), milliseconds).unref();
  }

  /** Ends the session; its operations fail with the reason. */
  end(reason?: unknown): void {
    clearTimeout(this.#timer);
    this.#controller.abort(reason);
  }

  /** Converts an error to the abort reason of the session when the session was aborted, else to the failure of the server. */
  readonly toFailure = <E>(error: E): E | CatalogError => {
    if (!this.signal.aborted) return toFileFailure(error, this.#host);
    // The caller's reason may have any type.
    return this.signal.reason as E;
  };
}
