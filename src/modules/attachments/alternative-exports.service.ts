import type { RequestContext } from '#api/context.ts';
import { storeFile } from '#blobs/index.ts';
import { changeDataset, checkPartLimit, requireRights } from '#datasets/index.ts';
import { requireValidKey } from '#identity/index.ts';
import { fail, requiredMessage } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type {
  CreateAlternativeExportInput,
  DeleteAlternativeExportInput,
  UpdateAlternativeExportInput,
} from './alternative-export.inputs.ts';
import { parseAlternativeExport } from './alternative-export.rules.ts';
import type { AlternativeExportType } from './alternative-export.type.ts';

/**
 * Adds an alternative export to a dataset and returns its uid. Stores nothing for callers who may not edit the dataset. Fails
 * PAYLOAD_TOO_LARGE, and UNAUTHORIZED when the key was revoked while the file arrived.
 */
export async function createAlternativeExport(
  ctx: RequestContext,
  { datasetUid, file, expectedRevision, ...given }: CreateAlternativeExportInput,
): Promise<string> {
  await requireRights(ctx, datasetUid, ['edit']);
  const { title, description, url } = parseAlternativeExport({
    title: given.title,
    description: given.description ?? '',
    type: given.type,
    url: given.url ?? null,
    hasFile: file != null,
  });
  const stored = file ? await storeFile(ctx, file) : undefined;
  return changeDataset(ctx, datasetUid, { sections: ['attachments'], expectedRevision }, async (tx) => {
    await requireValidKey(tx);
    const counted = await firstRow<{ count: number }>(
      tx.db,
      sql`select count(*)::int as count from alternative_export where dataset_uid = ${datasetUid}`,
    );
    checkPartLimit('alternativeExports', (counted?.count ?? 0) + 1);
    const uid = newUid('alternativeExport');
    const now = tx.app.clock.now();
    await tx.db.rows(sql`
      insert into alternative_export (uid, dataset_uid, title, description, url, filename, mimetype, blob_key, bytes, created_at, updated_at)
      values (${uid}, ${datasetUid}, ${title}, ${description}, ${url}, ${stored?.filename ?? null},
        ${stored?.mimetype ?? null}, ${stored?.blobKey ?? null}, ${stored?.bytes ?? null}, ${now}, ${now})`);
    return uid;
  });
}

/** Changes an alternative export and returns its uid. An empty input changes nothing. */
export function updateAlternativeExport(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision, ...given }: UpdateAlternativeExportInput,
): Promise<string> {
  const isEmpty = [given.title, given.description, given.type, given.url].every((value) => value === undefined);
  const read = findAlternativeExport(datasetUid, uid);
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['attachments'], expectedRevision, isEmpty, read },
    async (tx, _dataset, stored) => {
      const type: AlternativeExportType = stored.url === null ? 'uploaded_file' : 'url';
      const { title, description, url } = parseAlternativeExport(
        {
          title: given.title === undefined ? stored.title : given.title,
          description: given.description === undefined ? stored.description : (given.description ?? ''),
          type,
          url: given.url ?? stored.url,
          hasFile: stored.url === null,
        },
        { type: typeProblem(type, given.type) },
      );
      if (isEmpty) return uid;
      await tx.db.rows(sql`
        update alternative_export set title = ${title}, description = ${description}, url = ${url}, updated_at = ${tx.app.clock.now()}
        where dataset_uid = ${datasetUid} and uid = ${uid}`);
      return uid;
    },
  );
}

function typeProblem(type: AlternativeExportType, given: AlternativeExportType | null | undefined): string | undefined {
  if (given === null) return requiredMessage;
  return given === undefined || given === type ? undefined : `The type stays ${type}. Create another one instead.`;
}

/** Deletes an alternative export and returns its uid; `deleteUnusedBlobs` removes its bytes if nothing shares them. Fails NOT_FOUND. */
export const deleteAlternativeExport = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteAlternativeExportInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: ['attachments'], expectedRevision }, async (tx) => {
    const removed = await firstRow<{ uid: string }>(
      tx.db,
      sql`delete from alternative_export where dataset_uid = ${datasetUid} and uid = ${uid} returning uid`,
    );
    return removed?.uid ?? fail('NOT_FOUND');
  });

/** What describes a stored alternative export. */
interface StoredExport {
  readonly title: string;
  readonly description: string;
  readonly url: string | null;
}

/** Makes the function that finds an alternative export of a dataset; it fails NOT_FOUND when the dataset has none with this uid. */
const findAlternativeExport =
  (datasetUid: string, uid: string) =>
  async ({ db }: RequestContext): Promise<StoredExport> =>
    (await firstRow<StoredExport>(
      db,
      sql`select title, description, url from alternative_export where dataset_uid = ${datasetUid} and uid = ${uid}`,
    )) ?? fail('NOT_FOUND');
