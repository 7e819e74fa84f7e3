import { expect, test } from '@jest/globals';
import { folder, serveFtp, serveSftp } from '#test/platform/datasources/ftp/file-servers.ts';
import { testApp } from '#test/support/app.ts';
import { eventually, runAndFinish } from '#test/support/datasets/publishing.ts';
import { s3Bucket } from '#test/support/s3-bucket.ts';
import { seedDataset } from '#test/support/seed.ts';
import { attributeOf, otlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const bucket = await s3Bucket();
const sentParents: unknown[] = [];
bucket.intercept = ({ headers }) => {
  sentParents.push(headers['traceparent']);
  return false;
};
const collector = await otlpReceiver();
const [ftp, sftp] = [await serveFtp(await folder()), await serveSftp(await folder())];
const app = await testApp({
  ...bucket.env(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  // the data connections of FTP use any port
  FETCH_ALLOW: Array.from({ length: 64_512 }, (_none, index) => `127.0.0.1:${String(index + 1_024)}`).join(','),
});

/** The spans of a trace, once one of them has this name. */
const spansOf = (isOfTrace: (span: ReceivedSpan) => boolean, name: string | RegExp) =>
  eventually(
    async () => collector.spans.filter(isOfTrace),
    (spans) => spans.some((span) => span.name.match(name)),
  );

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

test('transfers from file servers, requests to the bucket and streamed records are parts of the job and of the request', async () => {
  const uid = await seedDataset(app.admin, { datasetId: 'traced', metadata: { default: { title: { value: 'A' } } } });
  for (const url of [`ftp://${ftp}/`, `sftp://${sftp.address}/`])
    await app.admin.data(
      'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
      {
        input: {
          datasetUid: uid,
          type: 'csvfile',
          title: 'data',
          datasource: {
            ftp: {
              connection: { url, auth: { basicAuth: { username: 'ada', password: 'lovelace' } } },
              relativeUrl: 'rides.csv',
            },
          },
        },
      },
    );
  expect(await runAndFinish(app.admin, 'publishDataset', uid)).toMatchObject({ status: 'idle' });

  const [finished] = named(await spansOf(() => true, 'job publication'), 'job publication');
  const job = collector.spans.filter(({ traceId }) => traceId === finished?.traceId);
  const parts = { kind: 3, parentSpanId: finished?.spanId };
  const fetches = named(job, 'fetch');
  expect(fetches).toEqual([expect.objectContaining(parts), expect.objectContaining(parts)]);
  expect(fetches.map((span) => attributeOf(span, 'network.protocol.name')).sort()).toEqual(['ftp', 'sftp']);
  expect(fetches.map((span) => attributeOf(span, 'server.address'))).toEqual(['127.0.0.1', '127.0.0.1']);
  const uploads = named(job, 'S3/PutObject');
  expect(uploads).toContainEqual(expect.objectContaining(parts));
  expect(uploads.map((span) => attributeOf(span, 'aws.s3.bucket'))).toContain('files');
  for (const { traceId, spanId } of uploads) expect(sentParents).toContain(`00-${traceId}-${spanId}-01`);
  expect(JSON.stringify(job)).not.toMatch(/rides\.csv|lovelace/);

  const answer = await app.http.inject({ url: '/api/explore/v2.1/catalog/datasets/traced/exports/csv' });
  expect(answer.body).toContain('1;2');
  const request = await spansOf((span) => span.traceId === answer.headers['x-trace-id'], /^GET /);
  const [read] = named(request, 'stream records');
  expect(request.map(({ spanId }) => spanId)).toContain(read?.parentSpanId);
  expect(read && attributeOf(read, 'db.query.text')).toMatch(/^select /);
});
