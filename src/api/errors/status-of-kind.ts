import type { ErrorKind } from '#kernel/error-entry.ts';

/** The HTTP status of each kind of failure (docs/contract/rest.md 1, Errors). */
export const httpStatusByKind: Readonly<Record<ErrorKind, number>> = Object.freeze({
  malformed: 400,
  invalid: 400,
  status: 400,
  anonymous: 401,
  denied: 403,
  missing: 404,
  method: 405,
  timeout: 408,
  conflict: 409,
  revision: 412,
  tooLarge: 413,
  addressTooLong: 414,
  mediaType: 415,
  range: 416,
  unprocessable: 422,
  rate: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
  timedOut: 504,
  full: 507,
});
