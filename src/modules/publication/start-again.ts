import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import type { Attempt } from './attempt.ts';
import { holdOrder } from './hold-order.ts';
import { OrderStopped } from './order-stopped.ts';
import { newGeneration } from './take-order.ts';

/** The same attempt with a new generation, as if nothing had been written; what was is removed with the next sweep. Fails OrderStopped. */
export function startAgain(ctx: RequestContext, attempt: Attempt): Promise<Attempt> {
  return inTransaction(ctx, async (tx) => {
    const held = await holdOrder(tx, attempt);
    if (held?.order.holder !== attempt.holder) throw new OrderStopped('lost');
    const generation = await newGeneration(tx, attempt.datasetUid, attempt.configuration);
    held.order.generation = generation;
    held.order.progress = null;
    return { ...attempt, generation };
  });
}
