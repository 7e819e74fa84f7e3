import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { CatalogError, type FieldErrors } from '#kernel/fail.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';
import type { ConfiguredResource } from '../pipeline/extracted-records.ts';
import { runPreview, type Preview, type PreviewOptions } from './preview.ts';
import type { DatasetReference } from '../processors/processor.ts';
import type { DataRecord } from '../records/record.ts';
import type { DatasourceReader, DatasourceStream } from '../datasource/datasource.ts';

/** The options of a preview that can be sent to its thread. */
export type PreviewTask = Required<Pick<PreviewOptions, 'processors' | 'fields' | 'where'>> & {
  readonly resources: readonly Omit<ConfiguredResource, 'source'>[];
};

/** A request of the thread. It sends one at a time. */
export type PreviewRequest =
  | { readonly type: 'open'; readonly resource: number }
  | { readonly type: 'chunk' }
  | { readonly type: 'reference'; readonly reference: DatasetReference; readonly processorUid: string }
  | { readonly type: 'records' };

/** The answer to each request. */
export interface PreviewResponses {
  readonly open: Omit<DatasourceStream, 'content'>;
  /** Null at the end of the source. */
  readonly chunk: Uint8Array | null;
  /** The visible fields of the dataset. */
  readonly reference: readonly string[];
  /** Null at the end of the dataset's records. */
  readonly records: readonly DataRecord[] | null;
}

/** An error in the form in which it is sent between threads. */
export interface PreviewFailure {
  /** Undefined for an unexpected error. */
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly details: CatalogError['details'];
  readonly fields: FieldErrors | undefined;
}

/** A message of the thread. */
export type PreviewMessage = PreviewRequest | { readonly preview: Preview } | { readonly failure: PreviewFailure };

/** The reply to a request. Where a request fails, the thread is terminated instead. */
export interface PreviewReply {
  readonly value: unknown;
}

// The code that starts the thread passes a PreviewTask.
const { resources, processors, fields, where } = workerData as PreviewTask;

/** Sends a request to the host and waits for the answer. */
function request<Sent extends PreviewRequest>(message: Sent): Promise<PreviewResponses[Sent['type']]> {
  return new Promise((resolve) => {
    // The host answers each type of request with the response of that type.
    parentPort?.once('message', ({ value }: PreviewReply) => resolve(value as PreviewResponses[Sent['type']]));
    send(message);
  });
}

const send = (message: PreviewMessage): void => parentPort?.postMessage(message);

async function* readChunks(): AsyncGenerator<Buffer> {
  for (let chunk = await request({ type: 'chunk' }); chunk !== null; chunk = await request({ type: 'chunk' }))
    yield Buffer.from(chunk);
}

async function* readRecords(): AsyncGenerator<readonly DataRecord[]> {
  for (let records = await request({ type: 'records' }); records !== null; records = await request({ type: 'records' }))
    yield records;
}

const sourceOf = (resource: number): DatasourceReader => ({
  openStream: async () => ({
    ...(await request({ type: 'open', resource })),
    content: Readable.from(readChunks(), { objectMode: false }),
  }),
});

const failureOf = (error: unknown): PreviewFailure =>
  error instanceof CatalogError
    ? { code: error.code, message: error.message, details: error.details, fields: error.fields }
    : {
        code: undefined,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        details: {},
        fields: undefined,
      };

runPreview({
  resources: resources.map((resource, index) => ({ ...resource, source: sourceOf(index) })),
  processors,
  fields,
  where,
  openReference: async (reference, processorUid) => ({
    fields: await request({ type: 'reference', reference, processorUid }),
    records: readRecords(),
  }),
}).then(
  (result) => send({ preview: result }),
  (error: unknown) => send({ failure: failureOf(error) }),
);
