import type { RequestContext } from '#api/context.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedUniqueConstraint } from '#platform/database/errors.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';

const datasetIdPattern = /^[\p{L}\p{N}_@.-]{1,200}$/u;

/** Fails INVALID_INPUT for a malformed identifier, DATASET_ID_TAKEN when it is the identifier or uid of another dataset. */
export async function checkDatasetId(tx: RequestContext, datasetId: string, uid: string): Promise<void> {
  if (!datasetIdPattern.test(datasetId)) {
    failFields({ datasetId: ['Use 1 to 200 letters, digits, dots, hyphens, underscores or at signs.'] });
  }
  const other = await firstRow(
    tx.db,
    sql`select 1 from dataset where (dataset_id = ${datasetId} or uid = ${datasetId}) and uid <> ${uid}`,
  );
  if (other) fail('DATASET_ID_TAKEN', { datasetId });
}

/** The identifier that is derived from the title of a dataset; empty without a title (docs/contract/rest.md 1). */
export const slugOfTitle = (metadata: DatasetMetadata): string => slugify(titleOf(metadata));

/** The title in drafted metadata; empty without one. */
export function titleOf(metadata: DatasetMetadata): string {
  const title = metadata['default']?.['title']?.value;
  return typeof title === 'string' ? title : '';
}

/** The largest number that `findFreeDatasetId` appends, that of the type `int`. */
const maxNumber = 2 ** 31 - 1;

/** Finds a free identifier: the desired one, with a number appended when it is taken. The uid when `desired` is empty. */
export async function findFreeDatasetId(tx: Pick<RequestContext, 'db'>, desired: string, uid: string): Promise<string> {
  // 180 characters leave room for the number
  const stem = desired.slice(0, 180).replace(/-$/, '');
  if (stem === '') return uid;
  // Each candidate is looked up in the indexes, up to the first free one. A search by prefix would read all identifiers in a generic plan.
  const free = await firstRow<{ id: string }>(
    tx.db,
    sql`select id from (
        select case when n = 0 then ${stem}::text else ${stem}::text || '-' || n end as id
        from (select generate_series(0, ${maxNumber}::int) as n) numbered) candidate
      where (select 1 from dataset d where d.dataset_id = candidate.id or d.uid = candidate.id limit 1) is null limit 1`,
  );
  return free?.id ?? uid;
}

/** Retries a change when a concurrent one took its identifier; it finds another, or fails DATASET_ID_TAKEN. */
export async function retryOnTakenDatasetId<T>(change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (violatedUniqueConstraint(error) !== 'dataset_dataset_id_unique') throw error;
    }
  }
}
