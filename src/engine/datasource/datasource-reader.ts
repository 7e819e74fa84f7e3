import type { Readable } from 'node:stream';

/** An open source with its name, media type and size. */
export interface DatasourceStream {
  readonly filename: string;
  readonly mimetype: string | null;
  /** The size of the content, in bytes; null when it is unknown before the end. */
  readonly size: number | null;
  /** The content from its beginning. The caller destroys the stream. */
  readonly content: Readable;
  /** The number of bytes received so far. Present when `content` is decoded from a content encoding, and its length therefore differs. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** Opens a datasource of any kind. */
export interface DatasourceReader {
  /** Whether opening the datasource again returns the same bytes; false by default. */
  readonly isRepeatable?: boolean;
  /**
   * Opens the source from its beginning. `signal` ends a slow opening. Fails SOURCE_REFUSED when its address must not be reached,
   * SOURCE_FAILED when it cannot be read, and FILE_MISSING when its uploaded file is no longer stored.
   */
  openStream(signal: AbortSignal): Promise<DatasourceStream>;
}
