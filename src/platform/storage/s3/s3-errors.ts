import { CatalogError } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import { SetupError } from '#platform/setup-error.ts';
import { systemErrorCode } from '#platform/system-error-code.ts';
import { s3Url, type S3Settings } from './s3-settings.ts';

const access =
  'Allow the key s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on its objects.';
const region = 'Set S3_REGION to the region of the bucket.';
const network = 'Check S3_ENDPOINT and S3_REGION, and that this machine reaches the server.';

/** What an administrator can do, by the code of an answer or of a failed call. */
const adviceByCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or correct its name in STORAGE_URL.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  CredentialsProviderError:
    'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or run on a machine that has credentials of its own.',
  ExpiredToken: 'The credentials have expired; provide new ones.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  AccessDenied: access,
  Forbidden: access,
  PermanentRedirect: region,
  AuthorizationHeaderMalformed: region,
  IllegalLocationConstraintException: region,
  TimeoutError: network,
  AbortError: network,
  ECONNREFUSED: network,
  ECONNRESET: network,
  EHOSTUNREACH: network,
  ENOTFOUND: network,
  EAI_AGAIN: network,
  ETIMEDOUT: network,
};

/** The code of a failed call: the name of the server's error, else the code of the system. */
function codeOf(error: unknown): string {
  const systemCode = systemErrorCode(error);
  if (typeof systemCode === 'string' && systemCode in adviceByCode) return systemCode;
  return nameOf(error);
}

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

const messageOf = (error: unknown): string =>
  (typeof error === 'object' && error !== null && 'message' in error && String(error.message)) || codeOf(error);

/** Whether the bucket has no such object. */
export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error));

/** Whether a range starts beyond the end of an object. */
export const isBeyondEnd = (error: unknown): boolean => nameOf(error) === 'InvalidRange';

/** Whether an object was not written because it exists. */
export const isTaken = (error: unknown): boolean =>
  ['PreconditionFailed', 'ConditionalRequestConflict'].includes(nameOf(error));

/** The error of a bucket that cannot be used at the start, with what to do. */
export const toSetupError = (error: unknown, settings: S3Settings): SetupError => {
  const code = codeOf(error);
  const place = `${s3Url(settings)} at ${settings.endpoint ?? `Amazon S3 in ${settings.region}`}`;
  return new SetupError(
    `The storage ${place} cannot be used: ${messageOf(error)} (${code}). ${adviceByCode[code] ?? 'Check STORAGE_URL and the S3_* settings.'}`,
  );
};

/** The error of a call that failed while the service runs. The log says why; the caller learns nothing about the bucket. */
export function toUnavailable(error: unknown, log: Log): CatalogError {
  if (error instanceof CatalogError) return error;
  log.warn(
    { code: codeOf(error), reason: messageOf(error) },
    'The bucket of the stored files does not answer as expected.',
  );
  return new CatalogError('STORAGE_UNAVAILABLE');
}
