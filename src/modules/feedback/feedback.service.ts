import type { RequestContext } from '#api/context.ts';
import { requireAccount } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights, isDataVisible, visibleFields } from '#access/index.ts';
import { acceptsFeedback, changeDataset } from '#datasets/index.ts';
import { lockCurrentKey } from '#identity/index.ts';
import { hasVisibleRecord } from '#records/index.ts';
import type { ArchiveFeedbackInput, SubmitFeedbackInput } from './feedback.inputs.ts';
import { parseFeedback, type VisibleField } from './feedback.rules.ts';

/**
 * Stores feedback and returns its uid. The dataset does not change: no new revision or version. Fails UNAUTHORIZED without a key,
 * LIMITED_KEY with one that is limited to datasets, NOT_FOUND for a dataset whose data is not visible to the caller (docs/contract/rest.md 4), FEEDBACK_DISABLED when the portal or the
 * dataset does not accept feedback, and INVALID_INPUT when a value is invalid.
 */
export async function submitFeedback(ctx: RequestContext, input: SubmitFeedbackInput): Promise<string> {
  const username = requireAccount(ctx.session);
  const recordId = input.recordId ?? '';
  const hasRecord = recordId === '' || (await hasVisibleRecord(ctx, input.datasetUid, recordId));
  return inTransaction(ctx, async (tx) => {
    // until the transaction ends, the key cannot be revoked, and its owner cannot be deleted
    await lockCurrentKey(tx);
    const { isEnabled, fields } = await lockDatasetForFeedback(tx, input.datasetUid);
    if (!isEnabled) fail('FEEDBACK_DISABLED');
    const values = parseFeedback(input, { fields, hasRecord });
    const uid = newUid('feedback');
    await tx.db.rows(sql`
      insert into feedback (uid, dataset_uid, record_id, username, comment, values, created_at)
      values (${uid}, ${input.datasetUid}, ${recordId}, ${username}, ${input.comment}, ${JSON.stringify(values)}::jsonb,
        ${tx.app.clock.now()})`);
    return uid;
  });
}

/** Locks the dataset and returns whether it accepts feedback, and the fields visible to the caller. Fails NOT_FOUND. */
async function lockDatasetForFeedback(
  { db, session }: RequestContext,
  uid: string,
): Promise<{ readonly isEnabled: boolean; readonly fields: readonly VisibleField[] }> {
  const d = sqlText('d');
  return (
    (await firstRow<{ isEnabled: boolean; fields: readonly VisibleField[] }>(
      db,
      sql`
    select ${acceptsFeedback(d)} as "isEnabled", ${visibleFields(session, d, sql`d.published_fields`)} as fields
    from dataset d
    where d.uid = ${uid} and ${datasetRights.see(session, d)} and ${isDataVisible(session, d)}
    for key share of d`,
    )) ?? fail('NOT_FOUND')
  );
}

/**
 * Archives feedback of a dataset and returns the uid of the feedback. Records a version that lists no changed section
 * (docs/contract/rest.md 1). Fails as `changeDataset` does, and with NOT_FOUND when the dataset has no such feedback.
 */
export const archiveFeedback = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ArchiveFeedbackInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: [], expectedRevision }, async (tx) => {
    const archived = await firstRow<{ uid: string }>(
      tx.db,
      sql`
      update feedback set is_archived = true where dataset_uid = ${datasetUid} and uid = ${uid} returning uid`,
    );
    return archived?.uid ?? fail('NOT_FOUND');
  });
