import type { RequestContext } from '../../api/context.ts';
import { fail, failFields } from '../../kernel/fail.ts';
import { slug } from '../../kernel/slug.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';

const pattern = /^[\p{L}\p{N}_@.-]{1,200}$/u;

/** Fails INVALID_INPUT when the text cannot identify a dataset, DATASET_ID_TAKEN when it is another one's identifier or uid. */
export async function checkDatasetId(tx: RequestContext, datasetId: string, uid: string): Promise<void> {
  if (!pattern.test(datasetId)) {
    failFields({ datasetId: ['Use 1 to 200 letters, digits, dots, hyphens, underscores or at signs.'] });
  }
  const other = await firstRow(tx.db, sql`select 1 from dataset where (dataset_id = ${datasetId} or uid = ${datasetId}) and uid <> ${uid}`);
  if (other) fail('DATASET_ID_TAKEN', { datasetId });
}

/** An identifier that no dataset has: the title's slug, with a number where needed; else the uid (rest.md 1). */
export async function freeDatasetId(tx: RequestContext, metadata: DatasetMetadata, uid: string): Promise<string> {
  const title = metadata['default']?.['title']?.value;
  const wanted = typeof title === 'string' ? slug(title).slice(0, 180).replace(/-$/, '') : '';
  if (wanted === '') return uid;
  const taken = await tx.db.rows<{ id: string }>(sql`
    select unnest(array[dataset_id, uid]) as id from dataset where dataset_id = ${wanted} or dataset_id like ${`${wanted}-%`} or uid = ${wanted}`);
  const ids = new Set(taken.map(({ id }) => id));
  let free = wanted;
  for (let count = 1; ids.has(free); count += 1) free = `${wanted}-${String(count)}`;
  return free;
}
