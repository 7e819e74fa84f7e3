import fc from 'fast-check';
import { textOf, type Value } from '#engine/records/record.ts';
import { isJsonObject } from '#kernel/json.ts';
import { anyRecord } from '#test/engine/odsql/sql/any-record.ts';
import type { Client } from '../client.ts';
import type { SourceServer } from '../sources/source-server.ts';
import { appendFieldConfiguration } from './explore.ts';
import { runAndFinish, seedCsvDataset } from './publishing.ts';

const types = { name: 'text', tags: 'text', n: 'int', x: 'double', d: 'date', t: 'datetime', p: 'geo_point_2d' };

const cell = (value: Value): string => {
  if (value === null) return '';
  const text = isJsonObject(value) ? `${textOf(value['lat'])}, ${textOf(value['lon'])}` : textOf(value);
  return `"${text.replaceAll('"', '""')}"`;
};

/** Publishes records of all types with odd values: integers whose sums are no doubles, and control characters. Returns the uid of the dataset. */
export async function publishOddRecords(
  admin: Client,
  web: SourceServer,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<string> {
  const names = Object.keys(types);
  const lines = fc
    .sample(anyRecord, { numRuns: count, seed })
    .map((record, index) =>
      names
        .map((name) => cell(name === 'name' && index < 3 ? `a\u001f"\\/\t${String(index)}` : record[name as 'n']))
        .join(','),
    );
  const uid = await seedCsvDataset(admin, web.serve('/odd.csv', [names.join(','), ...lines].join('\n')));
  for (const [field, typeParam] of Object.entries(types))
    await appendFieldConfiguration(admin, uid, { type: { field, typeParam } });
  await appendFieldConfiguration(admin, uid, { annotate: { field: 'tags', annotation: 'multivalued', args: [';'] } });
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}
