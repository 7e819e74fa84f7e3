import { GraphQLError } from 'graphql';
import { CatalogError } from '#kernel/fail.ts';
import {
  isDiskFull,
  isStalePlan,
  isTimeout,
  isTooLarge,
  isUnavailable,
  violatedForeignKey,
  isUnknownTimezone,
  isUnstorableText,
} from '#platform/database/errors.ts';
import { systemErrorCode } from '#platform/system-errors.ts';

/** The system calls that find no space: on the disk, or in the quota of the user who runs the service. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Converts an error to the CatalogError that it means; undefined for unexpected errors. */
export function toCatalogError(error: unknown): CatalogError | undefined {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (cause instanceof CatalogError) return cause;
  if (isDiskFull(cause)) return new CatalogError('STORAGE_FULL', { disk: 'the database' });
  if (fullDiskCodes.has(systemErrorCode(cause))) return new CatalogError('STORAGE_FULL', { disk: 'the service' });
  if (isTimeout(cause)) return new CatalogError('TIMED_OUT');
  if (isUnavailable(cause) || isStalePlan(cause)) return new CatalogError('UNAVAILABLE');
  // The rows of a change refer to the caller by a foreign key, and the caller may have been deleted since the request began.
  if (/_(?:(?:created|updated)_by|definer)_foreign$/.test(violatedForeignKey(cause) ?? ''))
    return new CatalogError('UNAUTHORIZED');
  if (isTooLarge(cause))
    return new CatalogError('INVALID_INPUT', {
      reason: 'The dataset would become too large; remove or shorten parts of it.',
    });
  if (isUnknownTimezone(cause)) {
    return new CatalogError('INVALID_INPUT', {
      reason: 'The database does not know this time zone. Give another IANA name, such as Europe/Paris.',
    });
  }
  if (isUnstorableText(cause)) {
    return new CatalogError('INVALID_INPUT', {
      reason: 'NUL characters and lone surrogates are not allowed.',
    });
  }
  return undefined;
}

/** Whether the service caused a failure and not the request, so that a later attempt may succeed: the database could not be reached, or was too slow. */
export const isServiceFault = ({ entry: { kind } }: CatalogError): boolean =>
  kind === 'unavailable' || kind === 'timedOut';
