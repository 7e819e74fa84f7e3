import type { Readable } from 'node:stream';

/** Bytes to extract records from, wherever they are kept. */
export interface Source {
  readonly filename: string;
  readonly mimetype: string | null;
  /** Opens the content from its beginning. Whoever opens it destroys the stream; `signal` ends a slow opening. */
  open(signal: AbortSignal): Promise<Readable>;
}
