import type { JsonObject } from '../../kernel/json.ts';
import type { OrderConfiguration, OrderKind } from './publication-order.entity.ts';

/** Names an order; the data of its job. */
export interface OrderName {
  readonly datasetUid: string;
  readonly orderId: string;
}

/** One worker's work on an order. */
export interface Attempt extends OrderName {
  readonly kind: OrderKind;
  readonly configuration: OrderConfiguration;
  /** Whose the order is: a later attempt takes it over, and from then on this one writes nothing. */
  readonly holder: string;
  /** The generation that it writes; 0 where its kind of order writes no records. */
  readonly generation: number;
}

/** The order that the data of a job names. */
export function orderNameOf({ datasetUid, orderId }: JsonObject): OrderName {
  if (typeof datasetUid !== 'string' || typeof orderId !== 'string')
    throw new TypeError('A job of publication names a dataset and an order.');
  return { datasetUid, orderId };
}
