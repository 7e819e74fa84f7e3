import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetEntity } from '../datasets/index.ts';

/** What an order asks for. */
export type OrderKind = 'publish' | 'publish_metadata' | 'unpublish';

/** The order that a dataset's publication works on; gone when it has settled. */
const schema = defineEntity({
  name: 'PublicationOrder',
  tableName: 'publication_order',
  properties: {
    dataset: () => p.oneToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    id: p.uuid().unique(),
    kind: p.text().$type<OrderKind>(),
    /** The dataset's configuration when the order was given: what the job works on. */
    configuration: p.json<JsonObject>(),
    orderedBy: p.string().nullable(),
    orderedAt: p.datetime(),
    attempts: p.integer().default(0),
    /** Identifies the attempt that holds the order; another one may take it when the lease is over. */
    holder: p.uuid().nullable(),
    leaseUntil: p.datetime().nullable(),
    /** The generation that the attempt writes. */
    generation: p.bigint('number').nullable(),
  },
});
export class PublicationOrderEntity extends schema.class {}
schema.setClass(PublicationOrderEntity);
