import { defineEntity, p } from '@mikro-orm/core';
import { DatasetEntity } from '#datasets/index.ts';

/** How a dataset uses an upstream. */
export type UpstreamKind = 'join' | 'federation' | 'form';

/** A dataset or form that the published records of a dataset were made from. The current configuration may name other upstreams. */
const schema = defineEntity({
  name: 'PublishedUpstream',
  tableName: 'published_upstream',
  properties: {
    dataset: () => p.manyToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    kind: p.text().$type<UpstreamKind>().primary(),
    /** The uid or identifier of the dataset, or the slug of the form. */
    name: p.text().primary().index(),
    /** The origin of the remote catalog; empty for this catalog. */
    origin: p.text().primary(),
  },
});
export class PublishedUpstreamEntity extends schema.class {}
schema.setClass(PublishedUpstreamEntity);
