import type { Readable } from 'node:stream';

/** An open source with its name, media type and size. */
export interface DatasourceStream {
  readonly filename: string;
  readonly mimetype: string | null;
  /** In bytes; null when unknown before the end. */
  readonly size: number | null;
  /** The content from its beginning. The caller destroys the stream. */
  readonly content: Readable;
  /** How many bytes were received so far, where `content` is decoded from fewer. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** Opens a datasource of any kind. */
export interface DatasourceReader {
  /** Whether opening it again returns the same bytes; false by default. */
  readonly isRepeatable?: boolean;
  /** Opens the source from its beginning. `signal` ends a slow opening. Fails SOURCE_REFUSED, SOURCE_FAILED, FILE_MISSING. */
  openStream(signal: AbortSignal): Promise<DatasourceStream>;
}
