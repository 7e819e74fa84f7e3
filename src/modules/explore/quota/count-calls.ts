import { createHash } from 'node:crypto';
import { clientIdentity } from '#api/session.ts';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import type { CallsQuota } from '#access/index.ts';
import { periodEnd } from './period-end.ts';

/** A call that counts towards a quota. */
export interface LimitedCall extends CallsQuota {
  /** The uid of the dataset; empty for the domain. */
  readonly uid: string;
}

/** The state of a quota after a call. */
export interface CountedCall {
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
export async function countCalls(
  { app, session }: Pick<RequestContext, 'app' | 'session'>,
  calls: readonly LimitedCall[],
): Promise<CountedCall[]> {
  if (calls.length === 0) return [];
  const caller = createHash('sha256')
    .update(JSON.stringify(clientIdentity(session)))
    .digest('hex');
  return app.db.rows<CountedCall>(sql`
    insert into call_count as c (dataset_uid, caller, unit, period_start, call_limit, count)
    select call.uid, ${caller}, call.unit, date_trunc(call.unit, clock_timestamp(), 'UTC'), call.call_limit, 1
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
