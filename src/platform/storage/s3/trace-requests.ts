import type { S3 } from '@aws-sdk/client-s3';
import { traceHeaders } from '#platform/tracing/trace-headers.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';

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
