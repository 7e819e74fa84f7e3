import { forCaller } from '../../api/caller.ts';
import type { RequestContext } from '../../api/context.ts';
import { matchesFilter } from '../../engine/filter-query/matches-filter.ts';
import type { RecordsOf } from '../../engine/reference.ts';
import type { Row } from '../../engine/row.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import { seenData, type SeenData } from '../datasets/index.ts';
import { domainRightsOf, sessionOfUser } from '../identity/index.ts';
import type { Saver, Savers } from '../processors/index.ts';

/** How many records one statement reads, and how much of them, as the text of JSON in bytes; one record at least. */
const batchRows = 1_000;
const batchBytes = 4 * 1024 * 1024;

/**
 * Published records of other datasets for processors, as those who saved the processors see them by now: their records,
 * their fields. Fails EXTRACTION_FAILED where that is not all that a processor needs.
 */
export const recordsAsSeenBy = (ctx: RequestContext, savers: Savers = {}): RecordsOf => async ({ dataset, needed, isWhole }, processorUid) => {
  const saver = Object.hasOwn(savers, processorUid) ? savers[processorUid] : undefined;
  const seen = saver && await seenBySaver(ctx, saver, dataset);
  if (!seen) fail('EXTRACTION_FAILED', { reason: `whoever saved the processor that joins the dataset ${dataset} does not see its data any more; somebody who does has to save it anew` });
  const missing = needed.filter((name) => !seen.fields.includes(name));
  if (missing.length > 0) fail('EXTRACTION_FAILED', { reason: `whoever saved the processor that joins the dataset ${dataset} sees no such fields of it any more: ${missing.slice(0, 10).join(', ')}` });
  const fields = isWhole ? seen.fields : seen.fields.filter((name) => needed.includes(name));
  return { fields, rows: recordsOf(ctx, seen, fields) };
};

/** What a saver sees of a dataset now; nothing while they are inactive or gone. */
async function seenBySaver(ctx: RequestContext, { username, keyAllows }: Saver, dataset: string): Promise<SeenData | undefined> {
  const user = await domainRightsOf(ctx.db, username);
  if (!user?.isActive) return undefined;
  const session = sessionOfUser(user, keyAllows);
  return seenData({ ...ctx, session, db: forCaller(ctx.db, session) }, dataset);
}

async function* recordsOf(ctx: RequestContext, seen: SeenData, fields: readonly string[]): AsyncGenerator<readonly Row[]> {
  for (let next = 0; ;) {
    const records = await readBatch(ctx, seen, next);
    const last = records.at(-1);
    if (!last) break;
    next = Number(last.position) + 1;
    yield records.filter(({ value }) => seen.filter === null || matchesFilter(seen.filter, value)).map(({ value }) => only(value, fields));
  }
  // records that were replaced meanwhile may have been swept away in part; another try reads the new ones
  if (await isReplaced(ctx, seen)) fail('UNAVAILABLE');
}

/** The records from a position on, as many as fit. */
const readBatch = ({ db }: RequestContext, { generation }: SeenData, next: number): Promise<{ position: string; value: Row }[]> => db.rows(sql`
  select position::text as position, value from (
    select r.position, r.value, sum(octet_length(r.value::text)) over (order by r.position) - octet_length(r.value::text) as before
    from (select position, value from record where generation = ${generation}::bigint and position >= ${next}::bigint order by position limit ${batchRows}::int) r) batch
  where before < ${batchBytes}::bigint order by batch.position`);

async function isReplaced({ db }: RequestContext, { uid, generation }: SeenData): Promise<boolean> {
  const found = await firstRow<{ isReplaced: boolean }>(db, sql`
    select generation is distinct from ${generation}::bigint as "isReplaced" from dataset where uid = ${uid}`);
  return found?.isReplaced ?? true;
}

const only = (row: Row, fields: readonly string[]): Row => Object.fromEntries(fields.map((name) => [name, row[name] ?? null]));
