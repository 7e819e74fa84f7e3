import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import type { Fetched } from '#platform/fetcher/fetcher.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { toDatasourceResponse } from '../http/datasource-response.ts';
import { fetchWhenReady } from '../http/fetch-with-retry.ts';
import { readPrefix, toProviderFailure, type AdviceByCode } from '../http/provider-failure.ts';
import { isAws, regionOf, resolveS3Address } from './s3-address.ts';
import { toHeaderMap, type AwsSignatureV4, type IamRole, type SentHeader } from '../authentication.ts';
import { signS3Request } from './sign-s3-request.ts';

/** An object in a bucket: `s3://bucket/key` of AWS, or its http or https URL at any S3-compatible endpoint. */
export interface AmazonS3Settings {
  readonly type: 'amazon_s3';
  /** Null reads the object anonymously. `iam_role` uses the credentials of this server, which sign requests to AWS only. */
  readonly connection: { readonly auth: AwsSignatureV4 | IamRole | null };
  readonly url: string;
  readonly headers: readonly SentHeader[];
}

const defaultRegion = 'us-east-1';
/** The statuses whose response body may contain an error code. */
const statusesWithCode = [301, 400, 403, 404];

const advice: AdviceByCode = new Map([
  ['AccessDenied', 'Check that the key may read the object; without a key the object must be public.'],
  ['InvalidAccessKeyId', 'Check the access key id.'],
  ['SignatureDoesNotMatch', 'Check the secret access key.'],
  ['NoSuchBucket', 'Check the bucket.'],
  ['NoSuchKey', 'Check the key of the object.'],
  ['ExpiredToken', 'The credentials have expired; get new ones.'],
  ['RequestTimeTooSkewed', 'The clock of this server is wrong; an administrator must set it.'],
  ['InvalidObjectState', 'The object is archived; restore it first.'],
]);

/** Reads objects from Amazon S3 and from S3-compatible servers. */
export const amazonS3: DatasourceClient<AmazonS3Settings> = {
  async openStream({ connection: { auth }, url, headers }, { fetcher }, { signal, validators }) {
    const address = resolveS3Address(url, auth?.type === 'aws_signature_v4' ? auth.region : null);
    if (auth?.type === 'iam_role' && !isAws(address)) {
      fail('SOURCE_REFUSED', {
        reason: "the server's own credentials are for AWS only. Write the address as s3://bucket/key.",
      });
    }
    const region = auth?.type === 'aws_signature_v4' ? auth.region : (regionOf(address) ?? defaultRegion);
    const configuredHeaders = toHeaderMap(headers);
    const sentHeaders = auth
      ? await untilAborted(signal, () => signS3Request(address, region, configuredHeaders, auth))
      : configuredHeaders;
    const fetched = await fetchWhenReady(fetcher, address.href, {
      headers: sentHeaders,
      signal,
      validators,
      acceptedStatuses: statusesWithCode,
    });
    if (statusesWithCode.includes(fetched.status)) throw await failureOf(fetched, region);
    return toDatasourceResponse(fetched);
  },
};

async function failureOf(fetched: Fetched, region: string): Promise<CatalogError> {
  const bucketRegion = fetched.headers['x-amz-bucket-region'];
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await readPrefix(fetched.body)) ?? [];
  if (bucketRegion === undefined || bucketRegion === region || !/^[a-z0-9-]{1,40}$/.test(bucketRegion))
    return toProviderFailure(fetched, code, advice);
  return new CatalogError('SOURCE_FAILED', {
    reason: `the bucket is in the region ${bucketRegion}. Set that region, or write the address as https://bucket.s3.${bucketRegion}.amazonaws.com/key.`,
  });
}
