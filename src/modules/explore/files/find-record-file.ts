import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { parseJson } from '#kernel/json.ts';
import { sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { openRecords } from '../reading/open-records.ts';
import { onlyColumn, readTexts } from '../reading/run-reads.ts';
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
  const columns = records.fields.flatMap(({ type, column }) => (type === 'file' ? [`t.${column}`] : []));
  if (columns.length === 0) return null;
  const condition = records.condition ?? sqlText('true');
  const firstOf = (column: string) => sql`(select ${sqlText(column)} as file from ${records.from}
    where ${sqlText(`${column}_is_stored and json_extract_string(${column}, '$.sha256')`)} = ${sha256} and ${condition}
    order by t._position
    limit 1)`;
  const statement = sql`select json_object('sha256', json_extract(file, '$.sha256'), 'filename', json_extract(file, '$.filename'),
      'mimetype', json_extract(file, '$.mimetype'), 'bytes', json_extract(file, '$.size'))::text
    from (${sqlJoin(columns.map(firstOf), ' union all ')}) listed limit 1`;
  const [found] = onlyColumn(await readTexts(ctx, records, { statement: () => statement }));
  // The cast is safe, because the statement writes the object.
  return found === undefined ? null : (parseJson(found) as RecordFile);
}
