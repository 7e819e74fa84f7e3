import { createHash } from 'node:crypto';
import { clientIdentity } from '../../../api/session/client-identity.ts';
import type { RequestContext } from '../../../api/context.ts';
import { setCountedQuota } from '../../../api/session/counted-quota.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import type { CallsQuota } from '../../access/index.ts';
import { periodEnd } from './period-end.ts';
import type { QuotaUsage } from './quota-usage.type.ts';

/** A dataset, and the caller's quota of calls on it; null without a quota. */
export interface CountedDataset {
  readonly uid: string;
  readonly datasetId: string;
  readonly quota: CallsQuota | null;
}

/** The state of a quota after a call. */
interface CountedCall {
  readonly datasetUid: string;
  readonly count: string;
  readonly resetsAt: string;
  readonly seconds: number;
}

/**
 * Counts a call on a dataset, once in a request. Returns the remaining quota, or null without a quota. Fails CALLS_QUOTA_REACHED. One
 * statement counts the calls on several datasets. Calls without a quota wait for it, so that the reads that follow share one statement.
 */
export async function countCall(
  ctx: RequestContext,
  { uid, datasetId, quota }: CountedDataset,
): Promise<QuotaUsage | null> {
  const counted = await ctx.loaders
    .of<CountedCall | undefined>('counted calls', (keys) => countCalls(ctx, keys.map(parseKey)))
    .load(keyOf(uid, quota));
  if (!quota) return null;
  if (!counted) return fail('UNAVAILABLE');
  const { unit, limit } = quota;
  const remaining = limit - Number(counted.count);
  const usage = { unit, limit, remaining: Math.max(0, remaining), resetsAt: counted.resetsAt };
  setCountedQuota(ctx, usage);
  if (remaining < 0) fail('CALLS_QUOTA_REACHED', { limit, unit, datasetId, seconds: counted.seconds });
  return usage;
}

/** A call on a dataset, as the statement counts it. */
interface CallKey {
  readonly uid: string;
  /** Undefined without a quota. */
  readonly unit: string | undefined;
  readonly limit: number;
}

const keyOf = (uid: string, quota: CallsQuota | null): string =>
  quota ? `${uid} ${quota.unit} ${String(quota.limit)}` : uid;

function parseKey(key: string): CallKey {
  const [uid = '', unit, limit] = key.split(' ');
  return { uid, unit, limit: Number(limit) };
}

/**
 * Counts one call on each dataset. The row lock makes the count exact between processes, and the statement reads the clock under the lock. The
 * count exceeds the limit by at most one, which distinguishes a refused call from the last allowed one. The count is not part of the
 * caller's transaction, because a refused change is a call as well.
 */
async function countCalls(
  { app, session }: RequestContext,
  calls: readonly CallKey[],
): Promise<(CountedCall | undefined)[]> {
  const limited = calls.filter(({ unit }) => unit !== undefined);
  if (limited.length === 0) return calls.map(() => undefined);
  const caller = createHash('sha256')
    .update(JSON.stringify(clientIdentity(session)))
    .digest('hex');
  const found = await app.db.rows<CountedCall>(sql`
    insert into call_count as c (dataset_uid, caller, unit, period_start, call_limit, count)
    select call.uid, ${caller}, call.unit, date_trunc(call.unit, clock_timestamp(), 'UTC'), call.call_limit, 1
    from unnest(${limited.map(({ uid }) => uid)}::text[], ${limited.map(({ unit }) => unit)}::text[], ${limited.map(({ limit }) => limit)}::int[])
      call(uid, unit, call_limit) order by call.uid
    on conflict (dataset_uid, caller) do update set (unit, call_limit, period_start, count) = (
      select excluded.unit, excluded.call_limit, period.start,
        case when c.unit = excluded.unit and c.period_start = period.start then c.count + (c.count <= excluded.call_limit)::int else 1 end
      from (select date_trunc(excluded.unit, clock_timestamp(), 'UTC') as start offset 0) period)
    returning c.dataset_uid as "datasetUid", c.count::text as count, to_char(${periodEnd} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "resetsAt",
      greatest(1, ceil(extract(epoch from ${periodEnd} - clock_timestamp())))::int as seconds`);
  const byUid = new Map(found.map((row) => [row.datasetUid, row]));
  return calls.map(({ uid }) => byUid.get(uid));
}
