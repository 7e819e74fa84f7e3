// Written by `npm run schema` from src/kernel/error-codes.ts; do not edit.

/** Messages by the name of the input field, with dots between the levels. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The members of `extensions` that errors with a code have beside `code` and `fields`. */
export interface ExtensionsByCode {
  /** The answer exceeds {limit} MiB. Ask for a smaller page. */
  readonly ANSWER_TOO_LARGE: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
  };
  /** The request cannot be read. */
  readonly BAD_REQUEST: {};
  /** At most {limit} calls on the dataset {datasetId} are allowed in one {unit}. Try again in {seconds} seconds. */
  readonly CALLS_QUOTA_REACHED: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
    /** The identifier of the dataset. */
    readonly datasetId: string;
    /** What the limit counts, or the period for which it holds. */
    readonly unit: string;
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** Another change is pending. Try again once a moderator has approved or rejected it. */
  readonly CHANGE_PENDING: {};
  /** The client disconnected before the answer. */
  readonly CLIENT_DISCONNECTED: {};
  /** A session counts only for requests of the pages of this service: send them from the same origin, with the header X-CSRF: 1. Programs send an API key. */
  readonly CROSS_SITE_REQUEST: {};
  /** Unpublish the dataset before changing its identifier. */
  readonly DATASET_ID_FROZEN: {};
  /** Another dataset has the identifier {datasetId}. */
  readonly DATASET_ID_TAKEN: {
    /** The identifier of the dataset. */
    readonly datasetId: string;
  };
  /** You don't have permission to access the requested resource */
  readonly DATA_NOT_VISIBLE: {};
  /** There is no trusted document {documentId}. Send the identifier of one, or the text in query. */
  readonly DOCUMENT_NOT_FOUND: {
    /** The identifier that was sent, 100 characters at most. */
    readonly documentId: string;
  };
  /** This server answers trusted documents only. Send the identifier of one in documentId. */
  readonly DOCUMENT_NOT_TRUSTED: {};
  /** At most {limit} calls of the Explore API are allowed in one {unit}. Try again in {seconds} seconds. */
  readonly DOMAIN_QUOTA_REACHED: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
    /** What the limit counts, or the period for which it holds. */
    readonly unit: string;
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** Submissions to this form cannot be changed. */
  readonly EDITING_DISABLED: {};
  /** Another user has the e-mail address of your account. An administrator can link the account to that user (linkIdentity), or change the address of one of the two. */
  readonly EMAIL_TAKEN: {};
  /** Events were lost: the database was out of reach, or the client was too slow. Subscribe again and read the current state. */
  readonly EVENTS_MISSED: {};
  /** This format cannot hold the result: {reason}. Select other fields or fewer records, or export another format. */
  readonly EXPORT_NOT_POSSIBLE: {};
  /** The data could not be extracted: {reason} */
  readonly EXTRACTION_FAILED: {};
  /** This dataset does not accept feedback. */
  readonly FEEDBACK_DISABLED: {};
  /** The file is no longer stored. */
  readonly FILE_MISSING: {};
  /** The row filter of these records takes too long. A manager of the dataset can reduce its conditions. */
  readonly FILTER_TOO_SLOW: {};
  /** Places cannot be searched: {reason} */
  readonly GEOCODER_UNAVAILABLE: {};
  /** This was published here, and is no longer. */
  readonly GONE: {};
  /** The document has a syntax error. */
  readonly GRAPHQL_PARSE_FAILED: {};
  /** The schema does not allow the document. */
  readonly GRAPHQL_VALIDATION_FAILED: {};
  /** The headers are longer than the {limit} bytes allowed here. */
  readonly HEADERS_TOO_LARGE: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
  };
  /** The change of this Idempotency-Key was made, and its answer was lost. Read the current state. */
  readonly IDEMPOTENCY_ANSWER_LOST: {};
  /** The first request with this Idempotency-Key is running. Repeat it with this key in {seconds} seconds. */
  readonly IDEMPOTENCY_KEY_IN_USE: {
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** Another request was sent with this Idempotency-Key. Send a new key with each new request. */
  readonly IDEMPOTENCY_KEY_REUSED: {};
  /** This account belongs to another user, or your user has another account at this sign-in provider. An administrator can unlink it. */
  readonly IDENTITY_TAKEN: {};
  /** Incompatible types in comparison filter: {problem}. Clause(s) containing the error(s): {clause}. */
  readonly INCOMPATIBLE_TYPES: {
    /** What is wrong with the clause. */
    readonly problem: string;
    /** The clause of the ODSQL query that contains the error. */
    readonly clause: string;
  };
  /** Signing in needs https: browsers keep the session for https alone, and for http://localhost. An administrator can serve this site by https and set PUBLIC_URL, or TRUST_PROXY. */
  readonly INSECURE_SIGN_IN: {};
  /** An unexpected error occurred. Report its trace_id to the administrator. */
  readonly INTERNAL_ERROR: {
    /** Identifies the error in the log of the service; a UUID. */
    readonly trace_id: string;
  };
  /** The dataset is {status}; {action} is allowed while it is {allowed}. */
  readonly INVALID_DATASET_STATUS: {
    /** The current status. */
    readonly status: string;
    /** The refused action. */
    readonly action: string;
    /** The statuses that allow the action, separated by commas. */
    readonly allowed: string;
  };
  /** The harvester is {status}; {action} is allowed while it is {allowed}. */
  readonly INVALID_HARVESTER_STATUS: {
    /** The current status. */
    readonly status: string;
    /** The refused action. */
    readonly action: string;
    /** The statuses that allow the action, separated by commas. */
    readonly allowed: string;
  };
  /** An input is invalid. */
  readonly INVALID_INPUT: {};
  /** The semantic.rml_mapping of this dataset cannot be applied: {reason}. Correct the mapping, or export a format that is not RDF. */
  readonly INVALID_MAPPING: {};
  /** Send the push key of a realtime resource, as in its address. */
  readonly INVALID_PUSH_KEY: {};
  /** The submission is {status}; {action} is allowed while it is {allowed}. */
  readonly INVALID_SUBMISSION_STATUS: {
    /** The current status. */
    readonly status: string;
    /** The refused action. */
    readonly action: string;
    /** The statuses that allow the action, separated by commas. */
    readonly allowed: string;
  };
  /** This token is not valid here. Sign in again, and send the new one in the Authorization header: "Bearer <token>". */
  readonly INVALID_TOKEN: {};
  /** This invitation is not valid: it was used, replaced or withdrawn, or has expired. Ask an administrator for a new one. */
  readonly INVITATION_ENDED: {};
  /** At least one active user must have the permission administer. Give it to another user first. */
  readonly LAST_ADMINISTRATOR: {};
  /** The API key is limited to datasets. Use a key without this limit for everything else. */
  readonly LIMITED_KEY: {};
  /** The portal does not show relations between assets. An administrator can enable its marketplace. */
  readonly MARKETPLACE_DISABLED: {};
  /** The tools of this server only read. An administrator can allow changes with the setting MCP=read-write. */
  readonly MCP_READ_ONLY: {};
  /** Method {method} is not allowed here. */
  readonly METHOD_NOT_ALLOWED: {
    /** The HTTP method of the request. */
    readonly method: string;
  };
  /** This is no token of a sign-in provider. An API key is sent as Apikey <key> in the Authorization header. */
  readonly NOT_A_TOKEN: {};
  /** Not found. */
  readonly NOT_FOUND: {};
  /** Your account at the sign-in provider belongs to no user here. An administrator can link it to one. */
  readonly NO_ACCOUNT: {};
  /** No change of this submission waits for a moderator. */
  readonly NO_REVISION: {};
  /** ODSQL query is malformed: {problem}. Clause(s) containing the error(s): {clause}. */
  readonly ODSQL_ERROR: {
    /** What is wrong with the clause. */
    readonly problem: string;
    /** The clause of the ODSQL query that contains the error. */
    readonly clause: string;
  };
  /** ODSQL syntax exception: unexpected {token} at position {position} in {text}. Clause(s) containing the error(s): {clause}.{reason} */
  readonly ODSQL_SYNTAX_ERROR: {
    /** The unexpected token, 100 characters at most. */
    readonly token: string;
    /** Where in the text the error is, in characters from 0. */
    readonly position: number;
    /** The text of the clause, 400 characters at most. */
    readonly text: string;
    /** The clause of the ODSQL query that contains the error. */
    readonly clause: string;
  };
  /** Web pages of this origin may not call the address. An administrator can add the origin to CORS_ORIGINS. */
  readonly ORIGIN_NOT_ALLOWED: {};
  /** The service is overloaded. Try again in {seconds} seconds. */
  readonly OVERLOADED: {
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** The page is archived. Unarchive it before changing it. */
  readonly PAGE_ARCHIVED: {};
  /** The body is larger than the {limit} bytes allowed here. */
  readonly PAYLOAD_TOO_LARGE: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
  };
  /** This needs the permission {permission}. */
  readonly PERMISSION_DENIED: {
    /** The missing permission; alternatives are joined by "or". */
    readonly permission: string;
  };
  /** The input differs from the one that was planned, another user planned it, or the plan is older than an hour. Plan the change again with a dry run, and apply it with the same input. */
  readonly PLAN_MISMATCH: {};
  /** The sign-in provider does not respond, so it cannot be verified who you are. Try again in a moment. */
  readonly PROVIDER_UNAVAILABLE: {};
  /** This resource is disabled. Enable it before pushing records. */
  readonly PUSH_DISABLED: {};
  /** The query has {found} {measure}, more than the {limit} allowed. {advice} */
  readonly QUERY_TOO_COMPLEX: {
    /** How much the request has of what is limited. */
    readonly found: number;
    /** What is limited. */
    readonly measure: string;
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
    /** How the request can stay within the limit. */
    readonly advice: string;
  };
  /** The query needs more memory than there is for it now. Ask for less: fewer groups, fewer fields, a narrower filter, or left(field, 100) in place of a long text that sorts or groups. */
  readonly QUERY_TOO_LARGE: {};
  /** The file has {bytes} bytes, and the range starts beyond them. Send a Range within the file, or none. */
  readonly RANGE_NOT_SATISFIABLE: {
    /** The size of the file, in bytes. */
    readonly bytes: number;
  };
  /** At most {limit} {unit} per minute are accepted. Try again in {seconds} seconds. */
  readonly RATE_LIMIT_EXCEEDED: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
    /** What the limit counts, or the period for which it holds. */
    readonly unit: string;
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** The API key is read-only. Use a key without this limit to change something. */
  readonly READ_ONLY_KEY: {};
  /** The reCAPTCHA token cannot be verified, so nothing was submitted: {reason} */
  readonly RECAPTCHA_UNAVAILABLE: {};
  /** An upgrade is moving records into files, the smallest datasets first, and has not reached this one. Datasets that wait: {remaining}. Everything else works meanwhile. Try again in a moment. */
  readonly RECORDS_MOVING: {
    /** How many datasets wait. */
    readonly remaining: number;
  };
  /** The request was received too slowly. Send it again. */
  readonly REQUEST_TIMEOUT: {};
  /** The requested {resource} {name} does not exist. */
  readonly RESOURCE_NOT_FOUND: {
    /** The kind of what does not exist, such as dataset or format. */
    readonly resource: string;
    /** The name of what does not exist. */
    readonly name: string;
  };
  /** The current revision is {revision}. Read it again before changing it. */
  readonly REVISION_MISMATCH: {
    /** The current revision; a text for a change of a submission. */
    readonly revision: string | number;
  };
  /** Your session has ended. Sign in again, or repeat the request without the cookie of the session. */
  readonly SESSION_ENDED: {};
  /** This sign-in was not started in this browser, or more than ten minutes ago. Start it again; the browser must accept the cookies of this site. */
  readonly SIGN_IN_ENDED: {};
  /** The sign-in provider did not confirm who you are. {reason} */
  readonly SIGN_IN_REFUSED: {};
  /** The source could not be read: {reason} */
  readonly SOURCE_FAILED: {};
  /** The source may not be reached: {reason} */
  readonly SOURCE_REFUSED: {};
  /** The disk of {disk} is full. Free or add space, then try again. */
  readonly STORAGE_FULL: {
    /** What fills the disk: the database, or the service with its files. */
    readonly disk: string;
  };
  /** The stored files are out of reach or too busy. Try again in a moment. */
  readonly STORAGE_UNAVAILABLE: {};
  /** The form does not accept more submissions. */
  readonly SUBMISSIONS_QUOTA_REACHED: {};
  /** The database did not finish within its time limit. Ask for less: a smaller page, fewer fields or a narrower filter. */
  readonly TIMED_OUT: {};
  /** Too many exports are running. Try again in {seconds} seconds, or after one of yours has ended. */
  readonly TOO_MANY_EXPORTS: {
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** At most {limit} Idempotency-Keys of a caller are kept. Send no key, or try again in {seconds} seconds. */
  readonly TOO_MANY_IDEMPOTENCY_KEYS: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
    /** After how many seconds the client may try again. */
    readonly seconds: number;
  };
  /** You have {limit} open streams, the maximum. Close one before opening another. */
  readonly TOO_MANY_STREAMS: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
  };
  /** Send a valid API key or a token of a sign-in provider in the Authorization header: "Apikey <key>" or "Bearer <token>". */
  readonly UNAUTHORIZED: {};
  /** The database is out of reach or too busy. Try again in a moment. */
  readonly UNAVAILABLE: {};
  /** Send {expected}. */
  readonly UNSUPPORTED_MEDIA_TYPE: {
    /** The body to send. */
    readonly expected: string;
  };
  /** The address and the headers together are longer than the {limit} bytes allowed here. Send a shorter address. */
  readonly URI_TOO_LONG: {
    /** The maximum, in the unit that the message names. */
    readonly limit: number;
  };
  /** A weak tag (W/"…") never matches If-Match: send the revision in quotes, without W/. */
  readonly WEAK_REVISION: {};
}

/** The code of an error. */
export type ErrorCode = keyof ExtensionsByCode;

/** The `extensions` of an error. A comparison of `code` narrows them to the members of that code. */
export type ErrorExtensions = {
  [Code in ErrorCode]: ExtensionsByCode[Code] & {
    readonly code: Code;
    /** The input fields at fault. */
    readonly fields?: FieldErrors;
  };
}[ErrorCode];

/** An error in a response of the graph. */
export interface CatalogError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions: ErrorExtensions;
}
