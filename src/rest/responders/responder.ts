import type { OperationResult } from '../../api/graph.ts';
import type { RestInput } from '../request/rest-input.ts';
import type { Shape } from './body-shape.ts';

/** A response of the contract, before it is sent. */
export interface RestResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value or its JSON text; undefined for no body. */
  readonly body?: unknown;
  /** The SHA-256 of stored bytes, which then are the body. */
  readonly stored?: string;
  /** A stream of text, which then is the body. */
  readonly text?: AsyncIterable<string>;
  /** How to send the stream that the operation prepared, which then is the body. */
  readonly prepared?: 'plain' | 'gzip';
}

/** Converts the result of an operation to the contract's response, and describes such responses. */
export interface Responder<Data> {
  /** Fails NOT_FOUND where the data is null. */
  readonly respond: (result: OperationResult<Data>, input: RestInput) => RestResponse;
  /** What successful responses have in common, by the shape of the operation's data. */
  readonly describe: (data: Shape) => ResponseDescription;
}

/** What the successful responses of a route have in common. */
export interface ResponseDescription {
  readonly status: number;
  /** Whether they carry the revision of the dataset. */
  readonly hasETag: boolean;
  /** Nothing, bytes of any type, a text of one type, or JSON. */
  readonly content: 'none' | 'bytes' | { readonly mediaType: string } | { readonly json: Shape };
}

/** A header for content of users: browsers run nothing in it. */
export const sandboxHeader = Object.freeze({ 'content-security-policy': "sandbox; default-src 'none'" });
