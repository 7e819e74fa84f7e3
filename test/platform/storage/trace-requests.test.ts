import { expect, test } from '@jest/globals';
import { createS3Client, traceRequests } from '#platform/storage/s3-client.ts';
import { noTracing } from '#platform/telemetry.ts';

const newClient = () =>
  createS3Client({ bucket: 'files', prefix: '', endpoint: undefined, region: 'us-east-1', credentials: undefined });

test('without traces, nothing is installed in the client of a bucket', async () => {
  const s3 = await newClient();
  const before = s3.middlewareStack.identify();
  traceRequests(s3, 'files', noTracing);
  expect(s3.middlewareStack.identify()).toEqual(before);
  traceRequests(s3, 'files', { ...noTracing, isEnabled: true });
  expect(s3.middlewareStack.identify()).not.toEqual(before);
});
