import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../api/context.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetEntity } from '../datasets/index.ts';
import { PublicationOrderEntity } from './publication-order.entity.ts';

/** Names an order; the data of its job. */
export interface OrderName {
  readonly datasetUid: string;
  readonly orderId: string;
}

/** An order and its dataset, both locked for the rest of the transaction. */
export interface HeldOrder {
  readonly dataset: DatasetEntity;
  readonly order: PublicationOrderEntity;
}

/** Reads the data of a job. */
export const orderNameOf = ({ datasetUid, orderId }: JsonObject): OrderName => ({ datasetUid: String(datasetUid), orderId: String(orderId) });

/**
 * Locks an order, its dataset first as every change does; undefined when it has settled or its dataset is gone.
 */
export async function holdOrder({ em }: RequestContext, { datasetUid, orderId }: OrderName): Promise<HeldOrder | undefined> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const dataset = await em.findOne(DatasetEntity, { uid: datasetUid }, lock);
  const order = dataset && await em.findOne(PublicationOrderEntity, { dataset: datasetUid, id: orderId }, lock);
  return dataset && order ? { dataset, order } : undefined;
}
