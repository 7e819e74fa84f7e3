/** Every error of the service by its code, which GraphQL returns in `extensions.code`. REST returns the status of the kind. */
export const errorCodes = {
  BAD_REQUEST: { kind: 'malformed', message: '{reason}', description: 'The request cannot be read.' },
  SIGN_IN_ENDED: {
    kind: 'malformed',
    message:
      'This sign-in was not started in this browser, or more than ten minutes ago. Start it again; the browser must accept the cookies of this site.',
  },
  INVITATION_ENDED: {
    kind: 'malformed',
    message:
      'This invitation is not valid: it was used, replaced or withdrawn, or has expired. Ask an administrator for a new one.',
  },
  INSECURE_SIGN_IN: {
    kind: 'malformed',
    message:
      'Signing in needs https: browsers keep the session for https alone, and for http://localhost. An administrator can serve this site by https and set PUBLIC_URL, or TRUST_PROXY.',
  },
  QUERY_TOO_COMPLEX: {
    kind: 'malformed',
    message: 'The query has {found} {measure}, more than the {limit} allowed. {advice}',
  },
  ANSWER_TOO_LARGE: { kind: 'malformed', message: 'The answer exceeds {limit} MiB. Ask for a smaller page.' },
  GRAPHQL_PARSE_FAILED: {
    kind: 'malformed',
    message: '{reason}',
    description: 'The document has a syntax error.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    kind: 'malformed',
    message: '{reason}',
    description: 'The schema does not allow the document.',
  },
  DOCUMENT_NOT_FOUND: {
    kind: 'malformed',
    message: 'There is no trusted document {documentId}. Send the identifier of one, or the text in query.',
  },
  DOCUMENT_NOT_TRUSTED: {
    kind: 'denied',
    message: 'This server answers trusted documents only. Send the identifier of one in documentId.',
  },
  ODSQL_SYNTAX_ERROR: {
    kind: 'malformed',
    errorCode: 'ODSQLSyntaxError',
    message:
      'ODSQL syntax exception: unexpected {token} at position {position} in {text}. Clause(s) containing the error(s): {clause}.{reason}',
  },
  ODSQL_ERROR: {
    kind: 'malformed',
    errorCode: 'ODSQLError',
    message: 'ODSQL query is malformed: {problem}. Clause(s) containing the error(s): {clause}.',
  },
  INCOMPATIBLE_TYPES: {
    kind: 'malformed',
    errorCode: 'IncompatibleTypesInComparisonFilter',
    message: 'Incompatible types in comparison filter: {problem}. Clause(s) containing the error(s): {clause}.',
  },
  INVALID_INPUT: { kind: 'invalid', message: '{reason}', description: 'An input is invalid.' },
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
  INVALID_HARVESTER_STATUS: {
    kind: 'status',
    errorCode: 'invalid_harvester_status',
    message: 'The harvester is {status}; {action} is allowed while it is {allowed}.',
  },
  INVALID_SUBMISSION_STATUS: {
    kind: 'invalid',
    message: 'The submission is {status}; {action} is allowed while it is {allowed}.',
  },
  PAGE_ARCHIVED: { kind: 'invalid', message: 'The page is archived. Unarchive it before changing it.' },
  NO_REVISION: { kind: 'invalid', message: 'No change of this submission waits for a moderator.' },
  LAST_ADMINISTRATOR: {
    kind: 'invalid',
    message: 'At least one active user must have the permission administer. Give it to another user first.',
  },
  UNAUTHORIZED: {
    kind: 'anonymous',
    message:
      'Send a valid API key or a token of a sign-in provider in the Authorization header: "Apikey <key>" or "Bearer <token>".',
  },
  INVALID_TOKEN: {
    kind: 'anonymous',
    message:
      'This token is not valid here. Sign in again, and send the new one in the Authorization header: "Bearer <token>".',
  },
  NOT_A_TOKEN: {
    kind: 'anonymous',
    message: 'This is no token of a sign-in provider. An API key is sent as Apikey <key> in the Authorization header.',
  },
  SESSION_ENDED: {
    kind: 'anonymous',
    message: 'Your session has ended. Sign in again, or repeat the request without the cookie of the session.',
  },
  INVALID_PUSH_KEY: { kind: 'anonymous', message: 'Send the push key of a realtime resource, as in its address.' },
  PERMISSION_DENIED: { kind: 'denied', message: 'This needs the permission {permission}.' },
  NO_ACCOUNT: {
    kind: 'denied',
    message: 'Your account at the sign-in provider belongs to no user here. An administrator can link it to one.',
  },
  IDENTITY_TAKEN: {
    kind: 'denied',
    message:
      'This account belongs to another user, or your user has another account at this sign-in provider. An administrator can unlink it.',
  },
  EMAIL_TAKEN: {
    kind: 'denied',
    message:
      'Another user has the e-mail address of your account. An administrator can link the account to that user (linkIdentity), or change the address of one of the two.',
  },
  SIGN_IN_REFUSED: { kind: 'denied', message: 'The sign-in provider did not confirm who you are. {reason}' },
  CROSS_SITE_REQUEST: {
    kind: 'denied',
    message:
      'A session counts only for requests of the pages of this service: send them from the same origin, with the header X-CSRF: 1. Programs send an API key.',
  },
  READ_ONLY_KEY: {
    kind: 'denied',
    message: 'The API key is read-only. Use a key without this limit to change something.',
  },
  LIMITED_KEY: {
    kind: 'denied',
    message: 'The API key is limited to datasets. Use a key without this limit for everything else.',
  },
  MCP_READ_ONLY: {
    kind: 'denied',
    message: 'The tools of this server only read. An administrator can allow changes with the setting MCP=read-write.',
  },
  ORIGIN_NOT_ALLOWED: {
    kind: 'denied',
    message: 'Web pages of this origin may not call the address. An administrator can add the origin to CORS_ORIGINS.',
  },
  DATA_NOT_VISIBLE: {
    kind: 'denied',
    errorCode: 'ForbiddenAccess',
    message: "You don't have permission to access the requested resource",
  },
  FEEDBACK_DISABLED: { kind: 'denied', message: 'This dataset does not accept feedback.' },
  SUBMISSIONS_QUOTA_REACHED: {
    kind: 'denied',
    errorCode: 'submissions_quota_reached',
    message: 'The form does not accept more submissions.',
  },
  EDITING_DISABLED: { kind: 'denied', message: 'Submissions to this form cannot be changed.' },
  MARKETPLACE_DISABLED: {
    kind: 'denied',
    errorCode: 'marketplace_disabled',
    message: 'The portal does not show relations between assets. An administrator can enable its marketplace.',
  },
  PUSH_DISABLED: { kind: 'denied', message: 'This resource is disabled. Enable it before pushing records.' },
  NOT_FOUND: { kind: 'missing', message: 'Not found.' },
  RESOURCE_NOT_FOUND: {
    kind: 'missing',
    errorCode: 'NotFoundResource',
    message: 'The requested {resource} {name} does not exist.',
  },
  GONE: { kind: 'gone', message: 'This was published here, and is no longer.' },
  FILE_MISSING: { kind: 'missing', message: 'The file is no longer stored.' },
  RANGE_NOT_SATISFIABLE: {
    kind: 'range',
    message: 'The file has {bytes} bytes, and the range starts beyond them. Send a Range within the file, or none.',
  },
  METHOD_NOT_ALLOWED: { kind: 'method', message: 'Method {method} is not allowed here.' },
  CLIENT_DISCONNECTED: { kind: 'timeout', message: 'The client disconnected before the answer.' },
  REQUEST_TIMEOUT: { kind: 'timeout', message: 'The request was received too slowly. Send it again.' },
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
  REVISION_MISMATCH: {
    kind: 'revision',
    message: 'The current revision is {revision}. Read it again before changing it.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    kind: 'conflict',
    errorCode: 'idempotency_key_in_use',
    message: 'The first request with this Idempotency-Key is running. Repeat it with this key in {seconds} seconds.',
  },
  IDEMPOTENCY_ANSWER_LOST: {
    kind: 'conflict',
    errorCode: 'idempotency_answer_lost',
    message: 'The change of this Idempotency-Key was made, and its answer was lost. Read the current state.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'unprocessable',
    errorCode: 'idempotency_key_reused',
    message: 'Another request was sent with this Idempotency-Key. Send a new key with each new request.',
  },
  TOO_MANY_IDEMPOTENCY_KEYS: {
    kind: 'rate',
    message: 'At most {limit} Idempotency-Keys of a caller are kept. Send no key, or try again in {seconds} seconds.',
  },
  PLAN_MISMATCH: {
    kind: 'invalid',
    field: 'planId',
    message:
      'The input differs from the one that was planned, another user planned it, or the plan is older than an hour. Plan the change again with a dry run, and apply it with the same input.',
  },
  WEAK_REVISION: {
    kind: 'revision',
    message: 'A weak tag (W/"…") never matches If-Match: send the revision in quotes, without W/.',
  },
  CHANGE_PENDING: {
    kind: 'invalid',
    message: 'Another change is pending. Try again once a moderator has approved or rejected it.',
  },
  SOURCE_REFUSED: { kind: 'invalid', field: 'datasource', message: 'The source may not be reached: {reason}' },
  SOURCE_FAILED: { kind: 'invalid', field: 'datasource', message: 'The source could not be read: {reason}' },
  EXTRACTION_FAILED: { kind: 'invalid', field: 'params', message: 'The data could not be extracted: {reason}' },
  RATE_LIMIT_EXCEEDED: {
    kind: 'rate',
    message: 'At most {limit} {unit} per minute are accepted. Try again in {seconds} seconds.',
  },
  CALLS_QUOTA_REACHED: {
    kind: 'rate',
    message:
      'At most {limit} calls on the dataset {datasetId} are allowed in one {unit}. Try again in {seconds} seconds.',
  },
  DOMAIN_QUOTA_REACHED: {
    kind: 'rate',
    message: 'At most {limit} calls of the Explore API are allowed in one {unit}. Try again in {seconds} seconds.',
  },
  EXPORT_NOT_POSSIBLE: {
    kind: 'invalid',
    message:
      'This format cannot hold the result: {reason}. Select other fields or fewer records, or export another format.',
  },
  INVALID_MAPPING: {
    kind: 'invalid',
    message:
      'The semantic.rml_mapping of this dataset cannot be applied: {reason}. Correct the mapping, or export a format that is not RDF.',
  },
  TOO_MANY_EXPORTS: {
    kind: 'rate',
    message: 'Too many exports are running. Try again in {seconds} seconds, or after one of yours has ended.',
  },
  TOO_MANY_STREAMS: {
    kind: 'rate',
    message: 'You have {limit} open streams, the maximum. Close one before opening another.',
  },
  EVENTS_MISSED: {
    kind: 'unavailable',
    message:
      'Events were lost: the database was out of reach, or the client was too slow. Subscribe again and read the current state.',
  },
  FILTER_TOO_SLOW: {
    kind: 'invalid',
    message: 'The row filter of these records takes too long. A manager of the dataset can reduce its conditions.',
  },
  OVERLOADED: { kind: 'unavailable', message: 'The service is overloaded. Try again in {seconds} seconds.' },
  INTERNAL_ERROR: {
    kind: 'internal',
    message: 'An unexpected error occurred. Report its trace_id to the administrator.',
  },
  RECAPTCHA_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The reCAPTCHA token cannot be verified, so nothing was submitted: {reason}',
  },
  GEOCODER_UNAVAILABLE: { kind: 'unavailable', message: 'Places cannot be searched: {reason}' },
  TIMED_OUT: {
    kind: 'timedOut',
    message:
      'The database did not finish within its time limit. Ask for less: a smaller page, fewer fields or a narrower filter.',
  },
  PROVIDER_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The sign-in provider does not respond, so it cannot be verified who you are. Try again in a moment.',
  },
  QUERY_TOO_LARGE: {
    kind: 'timedOut',
    message:
      'The query needs more memory than there is for it now. Ask for less: fewer groups, fewer fields, a narrower filter, or left(field, 100) in place of a long text that sorts or groups.',
  },
  STORAGE_FULL: { kind: 'full', message: 'The disk of {disk} is full. Free or add space, then try again.' },
  STORAGE_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'The stored files are out of reach or too busy. Try again in a moment.',
  },
  RECORDS_MOVING: {
    kind: 'unavailable',
    message:
      'An upgrade is moving records into files, the smallest datasets first, and has not reached this one. Datasets that wait: {remaining}. Everything else works meanwhile. Try again in a moment.',
  },
  UNAVAILABLE: { kind: 'unavailable', message: 'The database is out of reach or too busy. Try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

/** The code of an error: a key of the table. */
export type ErrorCode = keyof typeof errorCodes;

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
  | 'gone'
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
