import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { StatusEvent } from '../datasets/index.ts';
import type { Attempt, OrderName } from './attempt.ts';
import { holdOrder, type HeldOrder } from './hold-order.ts';
import { moveStatus } from './move-status.ts';
import type { OrderConfiguration, OrderKind, Treatment } from './publication-order.entity.ts';
import { settle, type Outcome } from './settle-order.ts';

/** How often an order is taken before it is given up. */
const maxAttempts = 3;

const begins = { publish: 'process', publish_metadata: 'save', unpublish: 'remove' } as const satisfies Record<
  OrderKind,
  StatusEvent
>;

/**
 * Takes an order, from a worker that died with it too. Undefined when nothing is left to do: it has settled, its dataset
 * is gone, or it is settled here, because it was to be aborted or has been tried too often.
 */
export function takeOrder(ctx: RequestContext, name: OrderName): Promise<Attempt | undefined> {
  return inTransaction(ctx, async (tx) => {
    const held = await holdOrder(tx, name);
    if (!held) return undefined;
    const end = endOf(held);
    if (end) {
      await settle(tx, held, end);
      return undefined;
    }
    const { dataset, order } = held;
    if (dataset.status === 'queued') moveStatus(dataset, begins[order.kind], tx.app.clock.now());
    const holder = randomUUID();
    order.holder = holder;
    order.attempts += 1;
    order.progress = null;
    order.generation = order.kind === 'publish' ? await newGeneration(tx, dataset.uid, order.configuration) : null;
    return { ...name, kind: order.kind, configuration: order.configuration, holder, generation: order.generation ?? 0 };
  });
}

/** How an order ends without being worked on again. */
function endOf({ dataset, order }: HeldOrder): Outcome | undefined {
  if (dataset.status === 'aborting_processing') return { event: 'done' };
  return order.attempts < maxAttempts ? undefined : { event: 'fail', message: givenUp };
}

const givenUp = `The work was interrupted ${maxAttempts} times and has been given up. Try again; if it happens again, ask the administrator to look into the log.`;

/** A generation that will have the log as far as the order knew it; it keeps how its records are made, for those that are pushed later. */
export async function newGeneration(
  tx: RequestContext,
  datasetUid: string,
  { processors = [], fields = [], definers = {}, endOfLog = 0 }: OrderConfiguration,
): Promise<number> {
  const treatment: Treatment = { processors, fields, definers };
  const row = await firstRow<{ id: string }>(
    tx.db,
    sql`
    insert into generation (dataset_uid, log_position, treatment) values (${datasetUid}, ${endOfLog}, ${JSON.stringify(treatment)}::jsonb) returning id`,
  );
  return Number(row?.id);
}

/** Gives an order back undone, so that the next attempt does not count as one more. */
export async function giveBackOrder({ db }: RequestContext, { datasetUid, holder }: Attempt): Promise<void> {
  await db.rows(
    sql`update publication_order set attempts = attempts - 1 where dataset_uid = ${datasetUid} and holder = ${holder}::uuid`,
  );
}
