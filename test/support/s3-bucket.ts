import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { default as S3rver } from '@20minutes/s3rver';
import { afterAll } from '@jest/globals';
import type { S3Settings } from '#platform/storage/s3-client.ts';
import type { TestSettings } from './app.ts';

/** Answers a request in place of the server, and returns true; or returns false. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A bucket of a server that speaks S3 on this machine. */
export interface TestBucket {
  /** The settings of a storage below a prefix: an empty one, or one that ends with a slash. */
  settings(prefix?: string): S3Settings;
  /** The same as environment variables. */
  env(prefix?: string): TestSettings;
  /** The requests so far, such as `PUT /files/a`; a test may empty the list. */
  readonly requests: string[];
  /** Answers requests in place of the server, until it is undefined again. */
  intercept: Interceptor | undefined;
  /** The names of all objects, sorted. */
  names(): Promise<string[]>;
}

const bucket = 'files';

/** The documented key of s3rver. */
const key = 'S3RVER';

/** Starts a server with an empty bucket for the tests of one file, on a free port. */
export async function s3Bucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'catalograph-s3-'));
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const answerObject = s3.callback();
  // s3rver leaves the slash of `/files/?list-type=2` out of the signature, which S3 and its clients include.
  const answerBucket = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const server = createServer((request, response) => {
    started.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (started.intercept?.(request, response) === true) return;
    void (request.url?.startsWith(`/${bucket}/?`) === true ? answerBucket : answerObject)(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const started: TestBucket = {
    settings: (prefix = '') => ({
      bucket,
      prefix,
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: key, secretAccessKey: key },
    }),
    env: (prefix = '') => ({
      STORAGE_URL: `s3://${bucket}/${prefix}`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    }),
    requests: [],
    intercept: undefined,
    names: async () => {
      const files = await readdir(join(directory, bucket), { recursive: true });
      return files.flatMap((file) => /^(.*)\._S3rver_object$/.exec(file)?.[1] ?? []).sort();
    },
  };
  return started;
}
