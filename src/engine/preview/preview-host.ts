import type { PipelineOptions } from '../pipeline/pipeline.ts';
import type { PreviewResponses, PreviewRequest } from './preview-worker.ts';
import { noReferences } from '../pipeline/dataset-reference.ts';
import type { DataRecord } from '../records/record.ts';
import type { DatasourceStream } from '../datasource/datasource-reader.ts';

/** Serves the requests of a preview's thread: opens its sources and reads other datasets, chunk by chunk. */
export class PreviewHost {
  readonly #options: Pick<PipelineOptions, 'resources' | 'openReference'>;
  readonly #signal: AbortSignal;
  #stream: DatasourceStream | undefined;
  #chunks: AsyncIterator<Buffer> | undefined;
  #records: AsyncIterator<readonly DataRecord[]> | undefined;

  constructor(options: Pick<PipelineOptions, 'resources' | 'openReference'>, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Answers a request. Fails as the source or the other dataset does. */
  async handle(request: PreviewRequest): Promise<PreviewResponses[PreviewRequest['type']]> {
    switch (request.type) {
      case 'open':
        return this.#openSource(request.resource);
      case 'chunk':
        return this.#next(this.#chunks);
      case 'records':
        return this.#next(this.#records);
      case 'reference': {
        const { openReference = noReferences } = this.#options;
        const { fields, records } = await openReference(request.reference, request.processorUid);
        this.#records = records[Symbol.asyncIterator]();
        return fields;
      }
    }
  }

  /** Stops all reading. */
  async close(): Promise<void> {
    this.#stream?.content.destroy();
    await this.#records?.return?.();
  }

  async #openSource(resource: number): Promise<PreviewResponses['open']> {
    const { source } = this.#options.resources[resource] ?? {};
    if (!source) throw new RangeError('A preview has no such resource.');
    this.#stream?.content.destroy();
    this.#stream = await source.openStream(this.#signal);
    const { filename, mimetype, size, content } = this.#stream;
    this.#chunks = content[Symbol.asyncIterator]();
    return { filename, mimetype, size };
  }

  async #next<T>(iterator: AsyncIterator<T> | undefined): Promise<T | null> {
    const result = await iterator?.next();
    return result && result.done !== true ? result.value : null;
  }
}
