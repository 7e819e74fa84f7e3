import type { Readable } from 'node:stream';

/** What tells whether a source has changed since it was read; as HTTP calls them, whatever the protocol. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** How one source is fetched. */
export interface FetchRequest {
  /** GET unless told. A POST follows no redirect. */
  readonly method?: 'GET' | 'POST';
  /** The body of a POST; its type is one of the headers. */
  readonly content?: string;
  /** What an earlier answer is known by: a source that is still the same answers with the status 304. */
  readonly validators?: Validators | undefined;
  /** Sent to the origin of the URL only: a redirect to another host, port or scheme goes without them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the fetch at any time, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The most bytes the body may have once decoded. */
  readonly maxBytes?: number;
  /** Statuses without success whose answers are given back too, for a caller who knows what they mean. */
  readonly acceptedStatuses?: readonly number[];
}

/** A source that has answered: with success, or with a status that was asked for. */
export interface Fetched {
  readonly status: number;
  /** Names in lower case; repeated ones are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address after all redirects, without credentials or fragment. */
  readonly url: string;
  /** From Content-Disposition, or the last part of the path; safe to store. */
  readonly filename: string;
  /** Without parameters, in lower case. */
  readonly mimetype: string | null;
  /** In bytes, of the decoded body; null when the source does not tell. */
  readonly size: number | null;
  readonly validators: Validators;
  /** Decoded. Destroying it closes the connection; it fails SOURCE_FAILED when the source breaks off or exceeds a limit. */
  readonly body: Readable;
  /** How many bytes of the body were received so far, before decoding; undefined for a body without content encoding. */
  readonly receivedBytes: (() => number) | undefined;
}

/** Reads from the web on behalf of a user. */
export interface Fetcher {
  /**
   * Sends a request and follows up to five redirects. Fails SOURCE_REFUSED for what may not be reached, and SOURCE_FAILED for
   * what does not answer with success.
   */
  fetch(url: string, request?: FetchRequest): Promise<Fetched>;
  /** Closes every connection; what is still being read fails. */
  close(): Promise<void>;
}
