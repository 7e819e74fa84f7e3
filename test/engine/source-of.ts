import { Readable } from 'node:stream';
import type { Sample } from '#engine/extractors/extractor.ts';
import { Pipeline, type PipelineOptions } from '#engine/pipeline/pipeline.ts';
import type { DataRecord } from '#engine/records/record.ts';
import type { DatasourceReader } from '#engine/datasource/datasource.ts';

/** A source that holds the given content, delivered in chunks of some bytes. */
export function sourceOf(content: string | Buffer, filename = 'data.csv', chunkSize = 65_536): DatasourceReader {
  const bytes = Buffer.from(content);
  return {
    openStream: async () => ({
      filename,
      mimetype: null,
      size: bytes.length,
      content: Readable.from(chunksOf(bytes, chunkSize), { objectMode: false }),
    }),
  };
}

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export const sampleOf = (content: string | Buffer, filename: string, truncated = false): Sample => ({
  filename,
  mimetype: null,
  bytes: Buffer.from(content),
  truncated,
});

/** All records of a run, with the run: the second one, where the first found wider types. */
export async function runAll(options: PipelineOptions): Promise<{ rows: DataRecord[]; pipeline: Pipeline }> {
  const pipeline = new Pipeline(options);
  const rows: DataRecord[] = [];
  for await (const batch of pipeline.batches()) for (const row of batch) rows.push(row);
  const { widerTypes: types } = pipeline;
  if (types) return runAll({ ...options, types });
  return { rows, pipeline };
}

export const typesOf = (pipeline: Pipeline): Record<string, string> =>
  Object.fromEntries(pipeline.fields.map(({ name, type }) => [name, type]));
