import type { RequestContext } from '#api/context.ts';
import type { QuotaScope } from '#api/request-state.ts';
import { fail } from '#kernel/fail.ts';
import type { CallsQuota } from '#access/index.ts';
import type { QuotaUsage } from './records.type.ts';
import { createHash } from 'node:crypto';
import { clientIdentity } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { JobHandler } from '#api/catalog-module.ts';

/** A dataset, and the caller's quota of calls on it; null without a quota. */
interface CountedDataset {
  readonly uid: string;
  readonly datasetId: string;
  readonly quota: CallsQuota | null;
}

/**
 * Counts a call on a dataset, once in a request. Returns the remaining quota, or null without a quota. Fails
 * CALLS_QUOTA_REACHED. One statement counts the calls on several datasets. Calls without a quota also wait for this
 * statement, so that the reads after all of these calls share one statement.
 */
export async function countCall(
  ctx: RequestContext,
  { uid, datasetId, quota }: CountedDataset,
): Promise<QuotaUsage | null> {
  ctx.state.hasDatasetCall = true;
  const counted = await ctx.loaders
    .of<CountedCall | undefined>('counted calls', (keys) => countKeys(ctx, keys))
    .load(JSON.stringify({ uid, unit: quota?.unit, limit: quota?.limit }));
  if (!quota) return null;
  const { usage, seconds } = usageOf(ctx, 'dataset', quota, counted);
  if (seconds > 0) fail('CALLS_QUOTA_REACHED', { limit: quota.limit, unit: quota.unit, datasetId, seconds });
  return usage;
}

/** The remaining quota on a dataset, which counts no call; null without a quota. A call of the same batch is counted before. */
export async function readQuota(
  ctx: RequestContext,
  { uid, quota }: Pick<CountedDataset, 'uid' | 'quota'>,
): Promise<QuotaUsage | null> {
  if (!quota) return null;
  const key = JSON.stringify({ uid, unit: quota.unit, limit: quota.limit, isRead: true });
  return remainingOf(
    quota,
    await ctx.loaders.of<CountedCall | undefined>('counted calls', (keys) => countKeys(ctx, keys)).load(key),
  );
}

/** Counts a call of the Explore API towards the caller's quota on the domain, if the settings have one. Fails DOMAIN_QUOTA_REACHED. */
export async function countDomainCall(ctx: RequestContext): Promise<void> {
  const quota = ctx.app.config.exploreQuota;
  if (!quota) return;
  const [counted] = await countCalls(ctx, [{ uid: '', ...quota }]);
  const { seconds } = usageOf(ctx, 'domain', quota, counted);
  if (seconds > 0) fail('DOMAIN_QUOTA_REACHED', { ...quota, seconds });
}

/** Counts the calls that the keys of the loader describe. A key without a limit needs no count. */
async function countKeys(ctx: RequestContext, keys: readonly string[]): Promise<(CountedCall | undefined)[]> {
  const calls = keys.map((key) => JSON.parse(key) as LoadedCall);
  const limited = calls.flatMap(({ uid, unit, limit, isRead = false }) =>
    unit && limit !== undefined ? [{ uid, unit, limit, isRead }] : [],
  );
  const counted = await countCalls(
    ctx,
    limited.filter(({ isRead }) => !isRead),
  );
  const isCounted = new Set(counted.map(({ uid }) => uid));
  const read = await readCounts(
    ctx,
    limited.filter(({ uid, isRead }) => isRead && !isCounted.has(uid)),
  );
  const byUid = new Map([...counted, ...read].map((each) => [each.uid, each]));
  return calls.map(({ uid }) => byUid.get(uid));
}

/** The rest of a quota after a counted call, and the seconds until the next period when the call exceeded the quota, else 0. */
function usageOf(
  ctx: RequestContext,
  scope: QuotaScope,
  { unit, limit }: CallsQuota,
  counted: CountedCall = fail('UNAVAILABLE'),
): { usage: QuotaUsage; seconds: number } {
  const usage = remainingOf({ unit, limit }, counted);
  ctx.state.quotas.set(scope, usage);
  return { usage, seconds: Number(counted.count) > limit ? counted.seconds : 0 };
}

/** The rest of a quota after a number of calls. */
function remainingOf({ unit, limit }: CallsQuota, counted: CountedCall = fail('UNAVAILABLE')): QuotaUsage {
  return { unit, limit, remaining: Math.max(0, limit - Number(counted.count)), resetsAt: counted.resetsAt };
}

/** A call as the key of the loader describes it. */
interface LoadedCall extends Partial<CallsQuota> {
  readonly uid: string;
  /** Whether the count is read only. */
  readonly isRead?: boolean;
}

/** A call that counts towards a quota. */
interface LimitedCall extends CallsQuota {
  /** The uid of the dataset; empty for the domain. */
  readonly uid: string;
}

/** The state of a quota after a call. */
interface CountedCall {
  readonly uid: string;
  readonly count: string;
  readonly resetsAt: string;
  readonly seconds: number;
}

/**
 * Counts one call on each dataset. The row lock makes the count exact between processes, and the statement reads the clock under the lock. The
 * count exceeds the limit by at most one, which distinguishes a refused call from the last allowed one. The count is not part of the
 * caller's transaction, because a refused change is a call as well.
 */
async function countCalls(
  { app, session }: Pick<RequestContext, 'app' | 'session'>,
  calls: readonly LimitedCall[],
): Promise<CountedCall[]> {
  if (calls.length === 0) return [];
  return app.db.rows<CountedCall>(sql`
    insert into call_count as c (dataset_uid, caller, unit, period_start, call_limit, count)
    select call.uid, ${callerHash(session)}, call.unit, date_trunc(call.unit, clock_timestamp(), 'UTC'), call.call_limit, 1
    from unnest(${calls.map(({ uid }) => uid)}::text[], ${calls.map(({ unit }) => unit)}::text[],
      ${calls.map(({ limit }) => limit)}::int[])
      call(uid, unit, call_limit) order by call.uid
    on conflict (dataset_uid, caller) do update set (unit, call_limit, period_start, count) = (
      select excluded.unit, excluded.call_limit, period.start,
        case
          when c.unit = excluded.unit
          and c.period_start = period.start then c.count + (c.count <= excluded.call_limit)::int
          else 1 end
      from (select date_trunc(excluded.unit, clock_timestamp(), 'UTC') as start offset 0) period)
    returning c.dataset_uid as uid, c.count::text as count,
      to_char(${periodEnd} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "resetsAt",
      greatest(1, ceil(extract(epoch from ${periodEnd} - clock_timestamp())))::int as seconds`);
}

/** The calls that were counted in the current period of each quota. */
async function readCounts(
  { app, session }: Pick<RequestContext, 'app' | 'session'>,
  calls: readonly LimitedCall[],
): Promise<CountedCall[]> {
  if (calls.length === 0) return [];
  return app.db.rows<CountedCall>(sql`
    select call.uid, coalesce(k.count, 0)::text as count,
      to_char(${periodEnd} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "resetsAt", 0 as seconds
    from unnest(${calls.map(({ uid }) => uid)}::text[], ${calls.map(({ unit }) => unit)}::text[]) call(uid, unit)
    cross join lateral (select call.unit, date_trunc(call.unit, clock_timestamp(), 'UTC') as period_start offset 0) c
    left join call_count k
    on k.dataset_uid = call.uid and k.caller = ${callerHash(session)} and k.unit = c.unit
      and k.period_start = c.period_start`);
}

/** The caller whose calls are counted. */
const callerHash = (session: RequestContext['session']): string =>
  createHash('sha256')
    .update(JSON.stringify(clientIdentity(session)))
    .digest('hex');

const hour = 3_600;

/** Deletes the counts of past periods. */
export const deletePastCallCountsJob: JobHandler = {
  queue: 'sweep-calls',
  everySeconds: hour,
  run: async ({ db }) => {
    await db.rows(sql`delete from call_count c where ${periodEnd} < now()`);
  },
};

/** When the period of a row `c` of call_count ends. The sum is computed in UTC, because months differ in length. */
const periodEnd = sqlText("((c.period_start at time zone 'UTC' + ('1 ' || c.unit)::interval) at time zone 'UTC')");
