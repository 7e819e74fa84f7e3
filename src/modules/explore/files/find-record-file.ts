import type { RequestContext } from '../../../api/context.ts';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { isStoredFile } from '../../records/index.ts';
import { openRecords } from '../reading/open-records.ts';
import { readJson } from '../reading/run-reads.ts';
import type { RecordFile } from './record-file.type.ts';

/**
 * The file with a SHA-256 that a visible field of a visible record has, as the first record with this file describes it; null when there is none. A
 * value counts only where the publication stored the bytes, so that no record reaches files of other datasets by their checksum.
 */
export async function findRecordFile(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  sha256: string,
): Promise<RecordFile | null> {
  const { records } = await openRecords(ctx, dataset);
  const { from, condition, generation } = records;
  const files = records.scope({ timezone: 'UTC', language: 'en' }).fields.filter(({ type }) => type === 'file');
  if (files.length === 0) return null;
  const isStored = isStoredFile(generation, sql`${sha256}`);
  const firstOf = (value: Sql) => sql`(select ${value} as file from ${from}
    where ${isStored} and ${condition ?? sqlText('true')} and ${value} ->> 'sha256' = ${sha256} order by t._position limit 1)`;
  const [found] = await readJson<readonly RecordFile[]>(
    ctx,
    sql`select coalesce(json_agg(found), '[]'::json) from (
      select file ->> 'sha256' as sha256, file ->> 'filename' as filename, file ->> 'mimetype' as mimetype, file -> 'size' as bytes
      from (${sqlJoin(
        files.map(({ value }) => firstOf(value)),
        ' union all ',
      )}) listed limit 1) found`,
  );
  return found ?? null;
}
