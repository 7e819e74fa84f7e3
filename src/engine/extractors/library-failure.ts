import { CatalogError } from '../../kernel/fail.ts';

/** Errors that JavaScript throws where a program took data for what they are not; by name, as a worker or a test may have classes of its own. */
const javaScriptErrors = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError']);

const isJavaScriptError = (error: unknown): error is Error =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  javaScriptErrors.has(String(error.name)) &&
  !('code' in error);

/** Whether a value that was not there stands in a message. */
const hasMissingValue = (message: string): boolean => /\b(undefined|NaN)\b|\[object /.test(message);

/** What a library says is wrong with a file; an error of JavaScript tells a reader nothing, and is only that the file is damaged. */
export function libraryReason(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return isJavaScriptError(error) || hasMissingValue(message) ? 'it is damaged' : message;
}

/** The failure EXTRACTION_FAILED in place of an error of JavaScript, which stays its cause; any other error as it is. */
export function toExtractionFailure(error: unknown, reason: string): unknown {
  if (!isJavaScriptError(error)) return error;
  const failure = new CatalogError('EXTRACTION_FAILED', { reason });
  failure.cause = error;
  return failure;
}
