import { CatalogError } from '#kernel/fail.ts';

/** The names of built-in errors. They are compared by name, because a worker thread or a test has classes of its own. */
const javaScriptErrors = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError']);

/** The codes of Node's errors about the arguments of a call: a library has passed on a value of the file unchecked. */
const argumentCodes = /^ERR_(INVALID_ARG_(TYPE|VALUE)|OUT_OF_RANGE)$/;

const isJavaScriptError = (error: unknown): error is Error =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  javaScriptErrors.has(String(error.name)) &&
  (!('code' in error) || argumentCodes.test(String(error.code)));

/** Whether a library has put a missing value into its message, which then does not help the user. */
const hasMissingValue = (message: string): boolean => /\b(undefined|NaN)\b|\[object /.test(message);

/** Describes a library's error about a file, for a message. Built-in errors, which do not help the user, become "it is damaged". */
export function describeLibraryError(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return isJavaScriptError(error) || hasMissingValue(message) ? 'it is damaged' : message;
}

/** Converts a built-in error to EXTRACTION_FAILED with the error as its cause; returns any other error unchanged. */
export function toExtractionFailure(error: unknown, reason: string): unknown {
  if (!isJavaScriptError(error)) return error;
  const failure = new CatalogError('EXTRACTION_FAILED', { reason });
  failure.cause = error;
  return failure;
}
