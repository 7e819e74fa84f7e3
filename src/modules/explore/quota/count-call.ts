import type { RequestContext } from '#api/context.ts';
import type { QuotaScope } from '#api/request-state.ts';
import { fail } from '#kernel/fail.ts';
import type { CallsQuota } from '#access/index.ts';
import { countCalls, type CountedCall } from './count-calls.ts';
import type { QuotaUsage } from './quota-usage.type.ts';

/** A dataset, and the caller's quota of calls on it; null without a quota. */
export interface CountedDataset {
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
  const calls = keys.map((key) => JSON.parse(key) as { readonly uid: string } & Partial<CallsQuota>);
  const limited = calls.flatMap(({ uid, unit, limit }) => (unit && limit !== undefined ? [{ uid, unit, limit }] : []));
  const byUid = new Map((await countCalls(ctx, limited)).map((each) => [each.uid, each]));
  return calls.map(({ uid }) => byUid.get(uid));
}

/** The rest of a quota after a counted call, and the seconds until the next period when the call exceeded the quota, else 0. */
function usageOf(
  ctx: RequestContext,
  scope: QuotaScope,
  { unit, limit }: CallsQuota,
  counted: CountedCall | undefined,
): { usage: QuotaUsage; seconds: number } {
  if (!counted) return fail('UNAVAILABLE');
  const remaining = limit - Number(counted.count);
  const usage = { unit, limit, remaining: Math.max(0, remaining), resetsAt: counted.resetsAt };
  ctx.state.quotas.set(scope, usage);
  return { usage, seconds: remaining < 0 ? counted.seconds : 0 };
}
