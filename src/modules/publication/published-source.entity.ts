import { defineEntity, p } from '@mikro-orm/core';
import { DatasetEntity } from '../datasets/index.ts';

/** How a dataset comes by records of others. */
export type SourceKind = 'join' | 'federation' | 'form';

/** What the records of a published dataset were made of beside what is its own, whatever is configured since. */
const schema = defineEntity({
  name: 'PublishedSource',
  tableName: 'published_source',
  properties: {
    dataset: () => p.manyToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    kind: p.text().$type<SourceKind>().primary(),
    /** The uid or identifier of the dataset, or the slug of the form. */
    name: p.text().primary().index(),
    /** Of the catalog that has the dataset; empty for this one. */
    origin: p.text().primary(),
  },
});
export class PublishedSourceEntity extends schema.class {}
schema.setClass(PublishedSourceEntity);
