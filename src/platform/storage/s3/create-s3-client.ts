import type { S3 } from '@aws-sdk/client-s3';
import { SetupError } from '#platform/setup-error.ts';
import { systemErrorCode } from '#platform/system-error-code.ts';
import type { S3Settings } from './s3-settings.ts';

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
