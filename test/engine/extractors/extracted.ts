import fc from 'fast-check';
import { CatalogError } from '#kernel/fail.ts';
import { Columns } from '#engine/records/columns.ts';
import { extractorOf } from '#engine/extractors/registry.ts';
import type { RawParams } from '#engine/parameters.ts';
import type { DataRecord } from '#engine/records/record.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { runAll, sourceOf, typesOf } from '../source-of.ts';

/** The rows of a file as an extractor gives them, and the faults it reports. */
export async function extracted(
  type: string,
  content: string | Buffer,
  params: RawParams = {},
  chunkSize?: number,
): Promise<{ rows: DataRecord[]; faults: string[] }> {
  const rows: DataRecord[] = [];
  const faults: string[] = [];
  const { filename, content: stream } = await sourceOf(content, 'a.dat', chunkSize).openStream(
    new AbortController().signal,
  );
  const extraction = {
    filename,
    columns: new Columns(),
    report: (_row: DataRecord, field: string, message: string) => {
      faults.push(`${field}: ${message}`);
    },
  };
  for await (const batch of extractorOf(type).extract(stream, params, extraction)) rows.push(...batch);
  return { rows, faults };
}

/** The records of a file as publishing stores them. */
export async function run(type: string, content: string | Buffer, params: RawParams = {}, filename = 'a.dat') {
  const errors: RecordError[] = [];
  const { rows, pipeline } = await runAll({
    resources: [{ source: sourceOf(content, filename), type, params }],
    processors: [],
    onError: (error) => errors.push(error),
  });
  return { rows, errors, types: typesOf(pipeline) };
}

/** Changes, cuts and repeats parts of a file at random, and packs it then: each is read, or fails with a reason. */
export async function survivesMutations(
  type: string,
  file: Buffer,
  numRuns = 150,
  packed: (bytes: Buffer) => Buffer | Promise<Buffer> = (bytes) => bytes,
): Promise<void> {
  const change = fc.record({
    at: fc.nat(file.length - 1),
    bytes: fc.uint8Array({ maxLength: 8 }),
    removed: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(file.length), async (changes, end) => {
      let mutated = file;
      for (const { at, bytes, removed } of changes)
        mutated = Buffer.concat([mutated.subarray(0, at), bytes, mutated.subarray(at + removed)]);
      if (end % 3 === 0) mutated = mutated.subarray(0, end);
      try {
        await extracted(type, await packed(mutated));
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
      }
    }),
    { numRuns },
  );
}
