import type { Readable } from 'node:stream';

/** A source that is open; it tells what it is called. */
export interface DatasourceStream {
  readonly filename: string;
  readonly mimetype: string | null;
  /** In bytes; null when nobody knows before the end. */
  readonly size: number | null;
  /** From its beginning. Whoever opened it destroys the stream. */
  readonly content: Readable;
  /** How many bytes were received so far, where `content` is decoded from fewer. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** Bytes to extract records from, wherever they are kept. */
export interface DatasourceReader {
  /** Whether opening it again gives the same bytes; not unless it is said. */
  readonly isRepeatable?: boolean;
  /** Opens the source anew. `signal` ends a slow opening. Fails SOURCE_REFUSED, SOURCE_FAILED, FILE_MISSING. */
  openStream(signal: AbortSignal): Promise<DatasourceStream>;
}
