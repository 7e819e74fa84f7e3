import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../api/context.ts';
import { DatasetEntity } from '../datasets/index.ts';
import type { OrderName } from './attempt.ts';
import { PublicationOrderEntity } from './publication-order.entity.ts';

/** An order and its dataset, both locked for the rest of the transaction. */
export interface HeldOrder {
  readonly dataset: DatasetEntity;
  readonly order: PublicationOrderEntity;
}

/** Locks an order, its dataset first as every change does; undefined when it has settled or its dataset is gone. */
export async function holdOrder(
  { em }: RequestContext,
  { datasetUid, orderId }: OrderName,
): Promise<HeldOrder | undefined> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const dataset = await em.findOne(DatasetEntity, { uid: datasetUid }, lock);
  const order = dataset && (await em.findOne(PublicationOrderEntity, { dataset: datasetUid, id: orderId }, lock));
  return dataset && order ? { dataset, order } : undefined;
}
