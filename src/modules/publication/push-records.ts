import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { acceptsRecords } from '#engine/extractors/services.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { listNames } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { DatasetEntity, datasetStatus } from '#datasets/index.ts';
import { withFile } from '#records/index.ts';
import { appendToLog, changePublishedLog, findPushTarget, type ResourceActionInput } from '#resources/index.ts';
import { enqueueRun } from './request-publication.ts';
import type { LostValues } from './publication.type.ts';
import { appendPushedRecords, type AppendReport } from './append-pushed-records.ts';
import type { PushRecordsInput } from './publication.inputs.ts';

/** What became of pushed records. */
interface PushResult {
  readonly accepted: number;
  /** The fields with values that the published records lack. */
  readonly lostValues: readonly LostValues[];
  /** Whether the dataset is published again, so that its fields get types that fit these values. */
  readonly isRepublishing: boolean;
  /** What the published records lack, for people; null if they lack nothing. */
  readonly warning: string | null;
}

/** The maximum number of fields that an answer lists. */
const maxListedFields = 100;

/**
 * Stores records pushed to a resource in the log and returns what became of them. If the dataset is published, the records are also appended to
 * its published records; values that do not fit the inferred type of a field let the dataset be published again. A push changes no configuration, so it creates no revision and no version. The lock of the dataset serialises
 * pushes and the end of a publication. Fails PUSH_DISABLED when the resource does not accept records, and INVALID_PUSH_KEY when the key is
 * wrong or the resource does not exist.
 */
export async function pushRecords(ctx: RequestContext, input: PushRecordsInput): Promise<PushResult> {
  // a caller without the key must not take the lock
  await requirePushKey(ctx, input);
  return withFile(ctx, () => inTransaction(ctx, (tx) => storeRecords(tx, input)));
}

/** Stores records in the log, and appends what the log has to the published records. */
async function storeRecords(tx: RequestContext, input: PushRecordsInput): Promise<PushResult> {
  const { datasetId } = input;
  const dataset = await tx.em.findOne(
    DatasetEntity,
    { datasetId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  // the key may have been renewed during the wait for the lock
  await requirePushKey(tx, input);
  if (!dataset) fail('INVALID_PUSH_KEY');
  await appendToLog(tx, dataset.uid, input.resourceUid, input.records);
  const report = await appendPushedRecords(tx, dataset);
  const isRepublishing = report.widensWhenPublished && (await republish(tx, dataset));
  const lostValues = [...report.lostValues].map(([field, count]) => ({ field, count }));
  return {
    accepted: input.records.length,
    lostValues: lostValues.slice(0, maxListedFields),
    isRepublishing,
    warning: warningOf(report, lostValues, isRepublishing),
  };
}

/**
 * Publishes the dataset again, so that the types of its fields are inferred from all records, and returns whether it does. A push key must not
 * publish what an editor has changed since the last publication, so the dataset then waits for an editor.
 */
async function republish(tx: RequestContext, dataset: DatasetEntity): Promise<boolean> {
  // After an error, each push would repeat a publication that fails.
  if (dataset.status === 'error' || !datasetStatus.allowing('enqueue').includes(dataset.status)) return false;
  const unchanged = await firstRow(
    tx.db,
    sql`
      select 1
      from generation g
      where g.id = ${dataset.generation ?? null}::bigint and ${dataset.updatedAt}::timestamptz <= g.created_at`,
  );
  if (!unchanged) return false;
  await enqueueRun(tx, dataset, 'publish');
  return true;
}

function warningOf(
  { problem }: AppendReport,
  lostValues: readonly LostValues[],
  isRepublishing: boolean,
): string | null {
  if (problem !== undefined) return `The records are stored, and not published: ${problem}`;
  if (lostValues.length === 0) return null;
  const fields = listNames(lostValues.map(({ field, count }) => `${field} (${count})`));
  const next = isRepublishing
    ? 'The dataset is published again, with types that fit them.'
    : 'They are stored; publish the dataset again, or change the type that is configured.';
  return `Values that do not fit the type of their field are not published: ${fields}. ${next}`;
}

/** Fails INVALID_PUSH_KEY for a wrong key, PUSH_DISABLED when the resource does not accept records. */
async function requirePushKey(ctx: RequestContext, input: PushRecordsInput): Promise<void> {
  const { params } = (await findPushTarget(ctx, input)) ?? fail('INVALID_PUSH_KEY');
  if (!acceptsRecords(params)) fail('PUSH_DISABLED');
}

/**
 * Appends to a published dataset the records of the log that it lacks, and returns the resource's uid. The generation
 * stores the position in the log up to which it contains the records, so that no record is appended twice. Fails as
 * `changePublishedLog` does.
 */
export const recoverRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  withFile(ctx, () => changePublishedLog(ctx, input, 'recover', appendPushedRecords));
