/** What an error means to the caller. The kind determines the HTTP status of REST. */
export type ErrorKind =
  | 'malformed'
  | 'invalid'
  | 'status'
  | 'anonymous'
  | 'denied'
  | 'missing'
  | 'method'
  | 'timeout'
  | 'conflict'
  | 'tooLarge'
  | 'addressTooLong'
  | 'headersTooLarge'
  | 'mediaType'
  | 'unprocessable'
  | 'revision'
  | 'range'
  | 'rate'
  | 'internal'
  | 'timedOut'
  | 'unavailable'
  | 'full';

/** An error of the service. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  /** The message for people; `{name}` is replaced by a detail of the error. */
  readonly message: string;
  /** The GraphQL name of the invalid input field, for an error that always concerns the same field. */
  readonly field?: string;
  /** The `error_code` of REST; undefined for the default of the kind. */
  readonly errorCode?: string;
  /** What the code means, for an error whose message depends on its cause alone. */
  readonly description?: string;
}
