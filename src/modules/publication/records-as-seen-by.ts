import { forCaller } from '../../api/caller.ts';
import type { RequestContext } from '../../api/context.ts';
import type { RecordsOf } from '../../engine/pipeline/dataset-reference.ts';
import type { DataRecord } from '../../engine/records/record.ts';
import { fail } from '../../kernel/fail.ts';
import { findVisibleData, readVisibleRecords, type VisibleData } from '../datasets/index.ts';
import { sessionOfDefiner, type Definer, type Definers } from '../identity/index.ts';

/**
 * Published records of other datasets for processors, as those who saved the processors see them by now: their records,
 * their fields. Fails EXTRACTION_FAILED where that is not all that a processor needs.
 */
export const recordsAsSeenBy =
  (ctx: RequestContext, definers: Definers = {}): RecordsOf =>
  async ({ dataset, needed, isWhole }, processorUid) => {
    const definer = Object.hasOwn(definers, processorUid) ? definers[processorUid] : undefined;
    const seen = definer && (await visibleToDefiner(ctx, definer, dataset));
    if (!seen)
      fail('EXTRACTION_FAILED', {
        reason: `whoever saved the processor that joins the dataset ${dataset} does not see its data any more; somebody who does has to save it anew`,
      });
    const missing = needed.filter((name) => !seen.fields.includes(name));
    if (missing.length > 0)
      fail('EXTRACTION_FAILED', {
        reason: `whoever saved the processor that joins the dataset ${dataset} sees no such fields of it any more: ${missing.slice(0, 10).join(', ')}`,
      });
    const fields = isWhole ? seen.fields : seen.fields.filter((name) => needed.includes(name));
    return { fields, rows: recordsOf(ctx, seen, fields) };
  };

/** What a definer sees of a dataset now; nothing while they are inactive or gone. */
async function visibleToDefiner(
  ctx: RequestContext,
  definer: Definer,
  dataset: string,
): Promise<VisibleData | undefined> {
  const session = await sessionOfDefiner(ctx.db, definer);
  return session && findVisibleData({ ...ctx, session, db: forCaller(ctx.db, session) }, dataset);
}

async function* recordsOf(
  ctx: RequestContext,
  seen: VisibleData,
  fields: readonly string[],
): AsyncGenerator<readonly DataRecord[]> {
  for await (const records of readVisibleRecords(ctx, seen)) yield records.map((record) => only(record, fields));
}

const only = (row: DataRecord, fields: readonly string[]): DataRecord =>
  Object.fromEntries(fields.map((name) => [name, row[name] ?? null]));
