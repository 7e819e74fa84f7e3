import { defineEntity, p } from '@mikro-orm/core';
import type { ConfiguredFieldStep } from '../../engine/field-steps/registry.ts';
import type { ConfiguredProcessor } from '../../engine/pipeline/processor-chain.ts';
import { sql, type Sql } from '../../kernel/sql.ts';
import { DatasetEntity, type DatasetMetadata } from '../datasets/index.ts';
import type { Definers } from '../identity/index.ts';
import type { CapturedResources } from '../resources/index.ts';
import type { Progress } from './progress.ts';

/** What an order asks for. */
export type OrderKind = 'publish' | 'publish_metadata' | 'unpublish';

/** What makes records of the rows of sources. */
export interface Treatment {
  readonly processors: readonly ConfiguredProcessor[];
  readonly fields: readonly ConfiguredFieldStep[];
  /** Whose eyes the resources and the processors look with at what not everybody sees. */
  readonly definers?: Definers;
}

/** The parts of a dataset that an order needs, as their sections captured them. */
export interface OrderConfiguration extends Partial<Treatment> {
  readonly resources?: CapturedResources;
  /** The last position in the log of pushed records. */
  readonly endOfLog?: number;
  /** Whether the dataset may lose all its records. */
  readonly acceptsEmpty?: boolean;
  readonly metadata?: DatasetMetadata;
}

/** The order that a dataset's publication works on; gone when it has settled. */
const schema = defineEntity({
  name: 'PublicationOrder',
  tableName: 'publication_order',
  properties: {
    dataset: () => p.oneToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    id: p.uuid().unique(),
    kind: p.text().$type<OrderKind>(),
    /** The dataset's configuration when the order was given: what the job works on. */
    configuration: p.json<OrderConfiguration>(),
    orderedBy: p.string().nullable(),
    orderedAt: p.datetime(),
    attempts: p.integer().default(0),
    /** Identifies the attempt that holds the order; the others may not write any more. */
    holder: p.uuid().nullable(),
    /** The generation that the attempt writes. */
    generation: p.bigint('number').nullable(),
    /** How far the attempt is; null before its first write. */
    progress: p.json<Progress>().nullable(),
  },
});
export class PublicationOrderEntity extends schema.class {}
schema.setClass(PublicationOrderEntity);

/** The uids of all connections that open orders refer to. */
export const connectionsOfOrders: Sql = sql`
  select resource -> 'datasource' -> 'connection' ->> 'uid' from publication_order o, jsonb_array_elements(o.configuration -> 'resources' -> 'resources') resource`;

/** The keys of all bytes that open orders refer to. */
export const contentsOfOrders: Sql = sql`
  select file ->> 'content' from publication_order o, jsonb_array_elements(o.configuration -> 'resources' -> 'files') file`;
