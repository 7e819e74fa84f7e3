import { CatalogError } from '../../../kernel/fail.ts';

/** Built-in errors, by name: a worker or a test may have other instances of the classes. */
const javaScriptErrors = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError']);

const isJavaScriptError = (error: unknown): error is Error =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  javaScriptErrors.has(String(error.name)) &&
  !('code' in error);

/** Whether a message includes a missing value. */
const hasMissingValue = (message: string): boolean => /\b(undefined|NaN)\b|\[object /.test(message);

/** A library's error message about a file. The message of a built-in error does not help readers and becomes "it is damaged". */
export function describeLibraryError(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return isJavaScriptError(error) || hasMissingValue(message) ? 'it is damaged' : message;
}

/** EXTRACTION_FAILED in place of a built-in error, which stays its cause; any other error unchanged. */
export function toExtractionFailure(error: unknown, reason: string): unknown {
  if (!isJavaScriptError(error)) return error;
  const failure = new CatalogError('EXTRACTION_FAILED', { reason });
  failure.cause = error;
  return failure;
}
