import { setInterval } from 'node:timers/promises';
import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { DatasetStatus } from '../datasets/index.ts';
import type { Attempt } from './attempt.ts';
import { OrderStopped } from './order-stopped.ts';

/** How often is looked whether an attempt may go on, in milliseconds: an abort is to be seen within a second. */
const pause = 300;

/** What a look at an attempt leads to. */
export interface Watcher {
  /** Called once, when the attempt must not go on. */
  readonly stop: (reason: OrderStopped) => void;
  /** Called after each look, while it may. */
  readonly tick: () => void;
}

/** Looks after an attempt until the signal says that it has ended. */
export async function watchOrder(
  ctx: RequestContext,
  attempt: Attempt,
  { stop, tick }: Watcher,
  ended: AbortSignal,
): Promise<void> {
  try {
    for await (const _tick of setInterval(pause, undefined, { signal: ended })) {
      const stopped = await stopOf(ctx, attempt);
      if (stopped) return stop(stopped);
      tick();
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

async function stopOf({ db }: RequestContext, { datasetUid, holder }: Attempt): Promise<OrderStopped | undefined> {
  try {
    return stopIn(
      await firstRow<{ status: DatasetStatus }>(
        db,
        sql`
      select d.status from publication_order o join dataset d on d.uid = o.dataset_uid
      where o.dataset_uid = ${datasetUid} and o.holder = ${holder}::uuid`,
      ),
    );
  } catch {
    // a database that is away for a moment takes nothing from the attempt; a longer absence shows when it writes
    return undefined;
  }
}

/** What the state of an attempt's dataset means for it; no row means that the order is not its own any more. */
const stopIn = (row: { readonly status: DatasetStatus } | undefined): OrderStopped | undefined =>
  row ? (row.status === 'aborting_processing' ? new OrderStopped('aborted') : undefined) : new OrderStopped('lost');
