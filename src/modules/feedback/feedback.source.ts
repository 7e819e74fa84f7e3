import { caller } from '#api/session.ts';
import { computed, relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { GivenArguments, Order, TypeSource } from '#api/reading/type-source.ts';
import { toTypedValue } from '#api/types/typed-value.type.ts';
import { isFieldType } from '#engine/records/record.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { userRelation } from '#identity/index.ts';
import { FeedbackArgs, Feedback, SuggestedValue } from './feedback.type.ts';

/** Condition: the caller sent the feedback. */
const isSentByCaller = (feedback: Sql): Sql => sql`${feedback}.username = ${caller.username}`;

/** Feedback is visible to its sender, and to users who may edit the dataset. */
const visible: TypeSource['visible'] = (session, feedback) => sql`(${isSentByCaller(feedback)} or exists (
  select 1 from dataset d where d.uid = ${feedback}.dataset_uid and ${datasetRights.edit(session, sqlText('d'))}))`;

const oldestFirst: Order = {
  by: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'uid', type: 'text' },
  ],
};
const newestFirst: Order = { ...oldestFirst, descending: true };

/** Feedback, the newest first (docs/contract/rest.md 4, Orders). */
export const feedbacks = source(Feedback, {
  table: 'feedback',
  key: 'uid',
  order: newestFirst,
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

/** Condition: the feedback matches the arguments of the list. */
const matchesArguments = ({ recordId, isArchived }: GivenArguments, feedback: Sql): Sql =>
  sqlAnd(
    sql`${feedback}.is_archived = ${isArchived}::boolean`,
    recordId == null ? undefined : sql`${feedback}.record_id = ${recordId}::text`,
  );

const ofDataset = { from: datasets, to: feedbacks, on: ['uid', 'dataset_uid'] } as const;
relation({
  ...ofDataset,
  field: 'feedbacks',
  returns: 'page',
  where: matchesArguments,
  orderFor: ({ sort }) => (sort === 'created_at' ? oldestFirst : newestFirst),
  description: 'Feedback on the dataset; without the right to edit it, only your own.',
  args: FeedbackArgs,
});
relation({
  ...ofDataset,
  field: 'feedback',
  returns: 'byArgument',
  description: 'The feedback with this uid; null when none is visible to you.',
  argumentDescription: 'The uid of the feedback.',
});

/** The caller's own feedback, archived or not. */
relation({
  ...ofDataset,
  from: catalogDatasets,
  field: 'feedbacks',
  returns: 'page',
  authorizedByParent: true,
  where: (_given, feedback) => isSentByCaller(feedback),
  description: 'Your feedback on the dataset, the newest first, archived or not.',
});

userRelation(feedbacks, 'user', 'The user who sent the feedback.', {
  column: 'username',
  isRequired: true,
});
