import { type ErrorCode, errorCodes, type ErrorEntry, type ErrorKind } from '#kernel/error-codes.ts';
import { detailNames, type ErrorDetail, errorDetails } from '#kernel/fail.ts';

/** An entry of the table of errors, as the graph and the generated files describe it to clients. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly description: string;
  readonly message: string;
  /** The HTTP status of REST. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /** The input field at fault, where the code always concerns the same one. */
  readonly field: string | null;
  /** The members of `extensions` besides `code` and `fields`. */
  readonly extensions: readonly (ErrorDetail & { readonly name: string })[];
}

/** Describes every error of the table, by code. */
export const describeErrors = (): readonly DescribedError[] =>
  (Object.keys(errorCodes) as ErrorCode[]).sort().map(describeError);

function describeError(code: ErrorCode): DescribedError {
  const entry: ErrorEntry = errorCodes[code];
  const { kind, message, field = null, description = message } = entry;
  const extensions = detailNames(entry).map((name) => ({ name, ...errorDetails[name] }));
  return {
    code,
    description,
    message,
    status: httpStatusByKind[kind],
    isRetryable: retryableKinds.has(kind) || extensions.some(({ name }) => name === 'seconds'),
    field,
    extensions: code === 'INTERNAL_ERROR' ? [traceId] : extensions,
  };
}

const retryableKinds: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['rate', 'timeout', 'unavailable']);

/** The member that identifies an unexpected error. Its message has no placeholder for it, because the log alone has more to say. */
const traceId = {
  name: 'trace_id',
  type: 'String',
  description: 'Identifies the error in the log of the service; a UUID.',
} as const;

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
  gone: 410,
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
