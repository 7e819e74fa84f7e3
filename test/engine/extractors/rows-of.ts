import { Columns } from '#engine/records/columns.ts';
import { guessParams } from '#engine/extractors/guess.ts';
import { extractorOf } from '#engine/extractors/registry.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sampleOf, sourceOf } from '../source-of.ts';

/** All records that an extractor makes of some content, with the labels of its columns. */
export async function rowsOf(
  type: string,
  content: string | Buffer,
  params: object = {},
  chunkSize = 65_536,
): Promise<{ rows: DataRecord[]; labels: string[] }> {
  const columns = new Columns();
  const rows: DataRecord[] = [];
  const { content: stream } = await sourceOf(content, 'a.bin', chunkSize).openStream(new AbortController().signal);
  for await (const batch of extractorOf(type).extract(stream, params, { filename: 'a.bin', columns }))
    rows.push(...batch);
  return { rows, labels: [...columns.labels.values()] };
}

/** All records that an extractor makes with the parameters that it guesses. */
export const guessedRowsOf = async (type: string, content: string | Buffer, filename: string): Promise<DataRecord[]> =>
  (await rowsOf(type, content, await guessParams(type, sampleOf(content, filename)))).rows;
