import type { S3 } from '@aws-sdk/client-s3';
import { SetupError, systemErrorCode } from '../system-errors.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { Log } from '../log.ts';
import { traceHeaders, type Tracing } from '../telemetry.ts';

/** The attempts of one request. The SDK repeats what failed on the network or at the server (5xx, SlowDown), with growing pauses. */
const maxAttempts = 4;

/** Creates the client of a bucket. The SDK is loaded here, because a start without a bucket does not need it. */
export async function createS3Client({ endpoint, region, credentials }: S3Settings): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3').catch(failWithoutPackage);
  // Downloads hold their connections while their clients read, and with a limit uploads and probes would wait for them. The clients'
  // connections limit the downloads.
  const agent = { keepAlive: true, maxSockets: Infinity };
  return new S3({
    region,
    // Servers other than Amazon's often have no host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // The SDK adds to the object, and settings are frozen.
    ...(credentials && { credentials: { ...credentials } }),
    maxAttempts,
    // Some servers do not know the checksums that the SDK adds by default. Every request carries the SHA-256 of its body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would open a connection for each larger body.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 20_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

function failWithoutPackage(error: unknown): never {
  if (!String(systemErrorCode(error)).endsWith('MODULE_NOT_FOUND')) throw error;
  throw new SetupError('A bucket in STORAGE_URL needs the package @aws-sdk/client-s3: run npm ci --include=optional.');
}

/** A bucket of a server that speaks S3. */
export interface S3Settings {
  readonly bucket: string;
  /** What all keys of the storage begin with: empty, or a path that ends with a slash. */
  readonly prefix: string;
  /** The server's URL; undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined for the credentials of this machine: its environment, its profile or its role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** `s3://bucket/prefix`, as in STORAGE_URL. */
export const s3Url = ({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '');

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

/**
 * Records a span for each operation on a bucket, such as `S3/GetObject`, repetitions included, until the headers of its answer. Keys of
 * objects are not recorded. Nothing is installed without traces.
 */
export function traceRequests(s3: S3, bucket: string, tracing: Tracing): void {
  if (!tracing.isEnabled) return;
  s3.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const operation = commandName.replace(/Command$/, '');
        const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': operation };
        return tracing.inSpan(
          `S3/${operation}`,
          { attributes: { ...attributes, 'aws.s3.bucket': bucket }, isCall: true },
          () => next(args),
        );
      },
    { step: 'initialize', name: 'traceRequests' },
  );
  // After the signature, so that a proxy may replace the header.
  s3.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (hasHeaders(request)) Object.assign(request.headers, traceHeaders(tracing));
      return next(args);
    },
    { step: 'deserialize', priority: 'low', name: 'sendTraceParent' },
  );
}

const hasHeaders = (request: unknown): request is { readonly headers: object } =>
  typeof request === 'object' && request !== null && 'headers' in request && typeof request.headers === 'object';
