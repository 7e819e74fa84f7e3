import { defineEntity, p } from '@mikro-orm/core';
import { DatasetEntity } from '#datasets/index.ts';
import { UserEntity } from '#identity/index.ts';
import type { SuggestedValues } from './feedback.type.ts';

/** The feedback of a user on a record of a dataset. Deleting the user or the dataset deletes the feedback. */
const schema = defineEntity({
  name: 'Feedback',
  tableName: 'feedback',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    /** The record concerned; empty when the feedback asks for a new record. */
    recordId: p.text(),
    user: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade').index(),
    comment: p.text(),
    values: p.json<SuggestedValues>(),
    isArchived: p.boolean().default(false),
    createdAt: p.datetime(),
  },
  indexes: [
    { properties: ['dataset', 'isArchived', 'createdAt', 'uid'] },
    { properties: ['dataset', 'createdAt', 'uid'] },
  ],
});
export class FeedbackEntity extends schema.class {}
schema.setClass(FeedbackEntity);
