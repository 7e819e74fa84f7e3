import { ID } from 'type-graphql';
import { caller } from '#api/session.ts';
import { computed, relation } from '#api/reading/declare-fields.ts';
import { byCreation, source } from '#api/reading/declare-source.ts';
import { equalTo, listCriteria, timeRange } from '#api/reading/declare-list.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { toTypedValue } from '#api/types/typed-value.type.ts';
import { isFieldType } from '#engine/records/record.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { userRelation } from '#identity/index.ts';
import { Feedback, SuggestedValue } from './feedback.type.ts';

/** Condition: the caller sent the feedback. */
const isSentByCaller = (feedback: Sql): Sql => sql`${feedback}.username = ${caller.username}`;

/** Feedback is visible to its sender, and to users who may edit the dataset. */
const visible: TypeSource['visible'] = (session, feedback) => sql`(${isSentByCaller(feedback)} or exists (
  select 1 from dataset d where d.uid = ${feedback}.dataset_uid and ${datasetRights.edit(session, sqlText('d'))}))`;

/** Feedback, the newest first (docs/contract/rest.md 4, Orders). */
export const feedbacks = source(Feedback, {
  table: 'feedback',
  key: 'uid',
  order: { ...byCreation, descending: true },
  visible,
});

computed({
  source: feedbacks,
  field: 'suggestedValues',
  type: () => [SuggestedValue],
  description: 'The values that the user suggests: `values` with types.',
  needs: ['values'],
  value: ({ values }) =>
    Object.entries(values).map(([field, { type, value }]) => ({
      field,
      type: isFieldType(type) ? type : 'text',
      value: toTypedValue(value),
    })),
});

/** How feedback on a dataset is found. */
const feedbackList = listCriteria({
  source: feedbacks,
  name: 'Feedback',
  items: 'feedback',
  filter: {
    recordId: equalTo('record_id', () => ID, 'The record concerned; empty for feedback that asks for a new record.'),
    isArchived: equalTo('is_archived', () => Boolean, 'Whether the feedback is archived.'),
    username: equalTo('username', () => String, 'The username of the user who sent the feedback.'),
    createdAt: timeRange('created_at', 'When the feedback was sent.'),
  },
  orders: { CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the feedback was sent.' } },
});

const ofDataset = { from: datasets, to: feedbacks, on: ['uid', 'dataset_uid'] } as const;
relation({
  ...ofDataset,
  field: 'feedback',
  returns: 'page',
  list: feedbackList,
  description: 'Feedback on the dataset, by default the newest first; without the right to edit it, only your own.',
});
relation({
  ...ofDataset,
  field: 'feedbackItem',
  returns: 'byArgument',
  description: 'The feedback with this uid; null when none is visible to you.',
  argumentDescription: 'The uid of the feedback.',
});

/** The caller's own feedback, archived or not. */
relation({
  ...ofDataset,
  from: catalogDatasets,
  field: 'feedback',
  returns: 'page',
  authorizedByParent: true,
  where: (_given, feedback) => isSentByCaller(feedback),
  list: feedbackList,
  description: 'Your feedback on the dataset, archived or not, by default the newest first.',
});

userRelation(feedbacks, 'user', 'The user who sent the feedback.', {
  column: 'username',
  isRequired: true,
});
