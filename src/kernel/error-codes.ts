/** What a failure means to a caller. REST takes the HTTP status from it; nothing else does. */
export type ErrorKind =
  | 'malformed'
  | 'invalid'
  | 'status'
  | 'anonymous'
  | 'denied'
  | 'missing'
  | 'method'
  | 'timeout'
  | 'tooLarge'
  | 'addressTooLong'
  | 'headersTooLarge'
  | 'mediaType'
  | 'revision'
  | 'rate'
  | 'internal'
  | 'unavailable';

/** One failure the service can answer with. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  /** Text for a person; `{name}` is filled from the failure's details. */
  readonly message: string;
  /** the input field at fault, by the graph's name, when it is always the same one. */
  readonly field?: string;
  /** REST's `error_code`, where the default of the kind does not say enough. */
  readonly errorCode?: string;
}

/** Every failure of the service, on one screen. GraphQL shows the key, REST the kind's status. */
export const errorCodes = {
  BAD_REQUEST: { kind: 'malformed', message: '{reason}' },
  QUERY_TOO_COMPLEX: {
    kind: 'malformed',
    message: 'The query has {found} {measure}, more than the {limit} allowed. {advice}',
  },
  GRAPHQL_PARSE_FAILED: { kind: 'malformed', message: '{reason}' },
  GRAPHQL_VALIDATION_FAILED: { kind: 'malformed', message: '{reason}' },
  INVALID_INPUT: { kind: 'invalid', message: '{reason}' },
  DATASET_ID_TAKEN: { kind: 'invalid', field: 'datasetId', message: 'Another dataset has the identifier {datasetId}.' },
  DATASET_ID_FROZEN: {
    kind: 'invalid',
    field: 'datasetId',
    message: 'Unpublish the dataset before changing its identifier.',
  },
  INVALID_DATASET_STATUS: {
    kind: 'status',
    message: 'The dataset is {status}; {action} is allowed while it is {allowed}.',
  },
  INVALID_SUBMISSION_STATUS: {
    kind: 'invalid',
    message: 'The submission is {status}; {action} is allowed while it is {allowed}.',
  },
  NO_REVISION: { kind: 'invalid', message: 'No change of this submission waits for a moderator.' },
  LAST_ADMINISTRATOR: {
    kind: 'invalid',
    message: 'Somebody active has to hold the permission administer; give it to somebody else first.',
  },
  UNAUTHORIZED: { kind: 'anonymous', message: 'Send a valid API key in the Authorization header: "Apikey <key>".' },
  INVALID_PUSH_KEY: {
    kind: 'anonymous',
    message: "Send the push key of a realtime resource, as it stands in the resource's address.",
  },
  PERMISSION_DENIED: { kind: 'denied', message: 'This needs the permission {permission}.' },
  FEEDBACK_DISABLED: { kind: 'denied', message: 'This dataset takes no feedback.' },
  SUBMISSIONS_QUOTA_REACHED: {
    kind: 'denied',
    errorCode: 'submissions_quota_reached',
    message: 'The form takes no more submissions.',
  },
  EDITING_DISABLED: { kind: 'denied', message: 'What was submitted to this form cannot be changed.' },
  MARKETPLACE_DISABLED: {
    kind: 'denied',
    errorCode: 'marketplace_disabled',
    message: 'The portal does not show how assets are related; an administrator can enable its marketplace.',
  },
  PUSH_DISABLED: { kind: 'denied', message: 'This resource is disabled; it takes no records until it is enabled.' },
  NOT_FOUND: { kind: 'missing', message: 'Not found.' },
  FILE_MISSING: { kind: 'missing', message: 'The file is not stored any more.' },
  METHOD_NOT_ALLOWED: { kind: 'method', message: 'Method {method} is not allowed here.' },
  REQUEST_TIMEOUT: { kind: 'timeout', message: 'The request arrives too slowly; send it again, whole.' },
  URI_TOO_LONG: {
    kind: 'addressTooLong',
    message:
      'The address and the headers together are longer than the {limit} bytes allowed here. Send a shorter address.',
  },
  HEADERS_TOO_LARGE: {
    kind: 'headersTooLarge',
    message: 'The headers are longer than the {limit} bytes allowed here.',
  },
  PAYLOAD_TOO_LARGE: { kind: 'tooLarge', message: 'The body is larger than the {limit} bytes allowed here.' },
  UNSUPPORTED_MEDIA_TYPE: { kind: 'mediaType', message: 'Send {expected}.' },
  REVISION_MISMATCH: { kind: 'revision', message: 'This is at revision {revision}; read it again before changing it.' },
  WEAK_REVISION: {
    kind: 'revision',
    message: 'A weak tag (W/"…") never matches If-Match: send the revision in quotes, without W/.',
  },
  CHANGE_PENDING: {
    kind: 'invalid',
    message: 'A change by somebody else waits for a moderator; try again once it is approved or rejected.',
  },
  SOURCE_REFUSED: { kind: 'invalid', field: 'datasource', message: 'The source may not be reached: {reason}' },
  SOURCE_FAILED: { kind: 'invalid', field: 'datasource', message: 'The source could not be read: {reason}' },
  EXTRACTION_FAILED: { kind: 'invalid', field: 'params', message: 'The data could not be extracted: {reason}' },
  RATE_LIMIT_EXCEEDED: {
    kind: 'rate',
    message: 'At most {limit} submissions a minute are taken here; try again in {seconds} seconds.',
  },
  TOO_MANY_STREAMS: {
    kind: 'rate',
    message: 'You have {limit} streams open, the most that are allowed at a time; end one before opening another.',
  },
  FILTER_TOO_SLOW: {
    kind: 'invalid',
    message: 'The row filter of these records takes too long; who manages the dataset can give it fewer conditions.',
  },
  OVERLOADED: { kind: 'unavailable', message: 'The service has too much to do; try again in {seconds} seconds.' },
  INTERNAL_ERROR: { kind: 'internal', message: 'Something failed here. Quote the trace_id to the administrator.' },
  RECAPTCHA_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The reCAPTCHA token cannot be verified, so nothing was submitted: {reason}',
  },
  TIMED_OUT: { kind: 'unavailable', message: 'The database took too long for this. Ask for less, or try again later.' },
  UNAVAILABLE: { kind: 'unavailable', message: 'The database is out of reach or too busy. Try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

/** The name of a failure, as in `extensions.code`. */
export type ErrorCode = keyof typeof errorCodes;
