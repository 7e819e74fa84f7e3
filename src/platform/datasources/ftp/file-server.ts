import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { BasicAuth } from '../authentication.ts';
import type { RemoteFile } from './parse-remote-file.ts';

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
