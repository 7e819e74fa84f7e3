import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { BasicAuth } from './authentication.ts';
import type { RemoteFile } from './ftp.ts';
import { CatalogError } from '#kernel/fail.ts';
import { type Guard, isPublicAddress } from '../fetcher/guard.ts';
import { FTPError } from 'basic-ftp';
import { toSourceFailure } from '../fetcher/send-request.ts';

/** The metadata of a file; null for values that the server does not report. */
export interface FileStats {
  /** The size of the file, in bytes. */
  readonly size: number | null;
  readonly modifiedAt: Date | null;
}

/** A session on a file server, which ends when its sockets close. */
export interface FileServer {
  stat(path: string): Promise<FileStats>;
  /** Resolves when the server starts to send. The stream ends only when the server confirms that the file is complete. */
  read(path: string): Promise<Readable>;
}

/** The network access of one file server. */
export interface FileServerPorts {
  /** Opens a socket to a port of the server, through the guard; `address` is the IP address of an earlier connection. */
  readonly openSocket: (port: number, address?: string) => Promise<Socket>;
  /** The limit for a server that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Rejects when the SSH key with this SHA-256 fingerprint is not trusted. */
  readonly checkHostKey: (fingerprint: string) => Promise<void>;
}

/** Connects to a file server and logs in. `toFileFailure` translates the errors. */
export type ConnectFileServer = (
  file: RemoteFile,
  auth: BasicAuth | null,
  ports: FileServerPorts,
) => Promise<FileServer>;

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

type Reasons = readonly (readonly [pattern: RegExp, reason: string])[];

/** Reasons by FTP reply code (RFC 959, 4.2, and RFC 2228). */
const ftpReasons: Reasons = [
  [/^(530|332)$/, 'refuses the user name or the password, or requires TLS. Check them, or write ftps://'],
  [/^(450|55[0-3])$/, 'has no such file, or does not let this user read it. Check the path'],
  [/^421$/, 'accepts no more connections now. Try again later'],
  [/^(42[56]|45[12])$/, 'broke off the transfer. Try again later'],
  [/^(431|52[12]|53[3-6])$/, 'requires TLS, or does not support it. Check whether it is ftp:// or ftps://'],
  [/^50[0-4]$/, 'does not support a required command. Check whether it is ftp:// or ftps://'],
];

/** Reasons by SFTP status code (draft-ietf-secsh-filexfer-02, 7). */
const sftpReasons: Reasons = [
  [/^2$/, 'has no such file. Check the path'],
  [/^3$/, 'does not let this user read the file'],
  [/^[67]$/, 'closed the connection before the end'],
];

/** Reasons by the stage of SSH that failed. */
const sshReasons: Reasons = [
  [/^client-authentication$/, 'refuses the user name or the password. Check them'],
  [/^client-timeout$/, 'did not finish the SSH handshake in time'],
  [/^(handshake|protocol)$/, 'supports no secure version of SSH. Check the port'],
];

/** Converts the error of a file server to the failure that the user receives: the host and what to check, but nothing that the server sent. */
function toFileFailure(error: unknown, host: string): CatalogError {
  const reason = error instanceof Error ? reasonOf(error) : undefined;
  return reason === undefined
    ? toSourceFailure(error, host)
    : new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });
}

/** The reason for a known error; undefined for any other. */
function reasonOf(error: SshError): string | undefined {
  if (error instanceof FTPError) return reasonIn(ftpReasons, error.code) ?? 'answered in an unexpected way';
  const { message, code, level } = error;
  const sshReason = reasonIn(sshReasons, level);
  if (sshReason !== undefined) return sshReason;
  const sftpReason = typeof code === 'number' ? reasonIn(sftpReasons, code) : undefined;
  if (sftpReason !== undefined) return sftpReason;
  return /Timeout \((control|data) socket\)/.test(message) ? 'stopped sending before the end' : undefined;
}

const reasonIn = (reasons: Reasons, key: unknown): string | undefined =>
  reasons.find(([pattern]) => pattern.test(String(key)))?.[1];

/** An error with the details that the SSH library adds. */
interface SshError extends Error {
  readonly code?: unknown;
  readonly level?: unknown;
}
