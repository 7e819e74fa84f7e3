import type { Readable } from 'node:stream';

/** The validators of a source (RFC 9110, 8.8), which show whether the source has changed. Clients of other protocols compute validators themselves. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** How one source is fetched. */
export interface FetchRequest {
  /** Default: GET. A POST follows no redirect. */
  readonly method?: 'GET' | 'POST';
  /** The body of a POST; `headers` give its type. */
  readonly content?: string;
  /** The validators of an earlier response: an unchanged source responds with the status 304. */
  readonly validators?: Validators | undefined;
  /** Request headers, sent to the origin of the URL only, not after a redirect to another host, port or scheme. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the fetch at any time, with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The maximum size of the decoded body. */
  readonly maxBytes?: number;
  /** Statuses other than 2xx whose responses are returned as well. */
  readonly acceptedStatuses?: readonly number[];
}

/** The response of a source, with 2xx or an accepted status. */
export interface Fetched {
  readonly status: number;
  /** The headers by name in lower case; the values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address after all redirects, without credentials or fragment. */
  readonly url: string;
  /** The file name in Content-Disposition, else the last part of the path; safe to store. */
  readonly filename: string;
  /** The media type without parameters, in lower case; null when unknown. */
  readonly mimetype: string | null;
  /** The size of the decoded body, in bytes; null when unknown. */
  readonly size: number | null;
  readonly validators: Validators;
  /** The decoded body. Destroying the stream closes the connection. The stream fails SOURCE_FAILED when the source breaks off or exceeds a limit. */
  readonly body: Readable;
  /** Returns the number of bytes of the body received so far, before decoding; undefined for a body without content encoding. */
  readonly receivedBytes: (() => number) | undefined;
}

/** Fetches sources from the web on behalf of a user. */
export interface Fetcher {
  /** Sends a request and follows up to five redirects. Fails SOURCE_REFUSED, and SOURCE_FAILED without an accepted status. */
  fetch(url: string, request?: FetchRequest): Promise<Fetched>;
  /** Closes every connection; open bodies fail. */
  close(): Promise<void>;
}
