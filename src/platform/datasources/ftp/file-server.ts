import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { BasicAuth } from '../authentication.ts';
import type { RemoteFile } from './remote-file.ts';

/** What a file server tells of a file; null for what it does not. */
export interface FileFacts {
  /** In bytes. */
  readonly size: number | null;
  readonly modifiedAt: Date | null;
}

/** A file server that a user is logged in to. It ends with its sockets. */
export interface FileServer {
  facts(path: string): Promise<FileFacts>;
  /** Comes back once the server has begun to send. The stream ends only when the server has said that this was the whole. */
  read(path: string): Promise<Readable>;
}

/** How one is reached. */
export interface FileServerPorts {
  /** A guarded socket to a port of the server; `address` tells the one that it was found at before. */
  readonly openSocket: (port: number, address?: string) => Promise<Socket>;
  /** In milliseconds, for a server that does not send what it is waited for. */
  readonly idleTimeout: number;
  /** Fails when the server may not be told anything that shows this SSH key, by its SHA-256 fingerprint. */
  readonly checkHostKey: (fingerprint: string) => Promise<void>;
}

/** Connects and logs in; fails as `fileFailure` can tell. */
export type ConnectFileServer = (
  file: RemoteFile,
  auth: BasicAuth | null,
  ports: FileServerPorts,
) => Promise<FileServer>;
