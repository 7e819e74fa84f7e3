import type { OperationResult } from '#api/graph.ts';
import type { RestInput } from '../request/rest-input.ts';
import type { Shape } from './body-shape.ts';

/** A response of the contract, before it is sent. */
export interface RestResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value, which is sent as JSON with the texts that it holds, or a text of the type in the headers; undefined for no body. */
  readonly body?: unknown;
  /** The stored file that forms the body. */
  readonly stored?: StoredBody;
  /** The stream of text that forms the body. */
  readonly text?: AsyncIterable<string>;
  /** How to send the stream that the operation prepared; that stream forms the body. */
  readonly prepared?: 'plain' | 'gzip';
}

/** The bytes of a stored file: their SHA-256, under which the storage holds them, and their number. */
export interface StoredBody {
  readonly key: string;
  readonly bytes: number;
}

/** Converts the result of an operation to the contract's response, and describes such responses. */
export interface Responder<Data> {
  /** Fails NOT_FOUND where the data is null. */
  readonly respond: (result: OperationResult<Data>, input: RestInput) => RestResponse;
  /** Describes what successful responses have in common, from the shape of the operation's data. */
  readonly describe: (data: Shape) => ResponseDescription;
}

/** The properties that all successful responses of a route share. */
export interface ResponseDescription {
  readonly status: number;
  /** Whether the responses carry the revision of the dataset as their ETag. */
  readonly hasETag: boolean;
  /** The kind of body: none, bytes of any media type, a stored file, text of one media type, or JSON. */
  readonly content: 'none' | 'bytes' | 'file' | { readonly mediaType: string } | { readonly json: Shape };
}

/** The header for files that users provide: browsers run no scripts in them. */
export const sandboxHeader = Object.freeze({ 'content-security-policy': "sandbox; default-src 'none'" });
