import { fail } from '../../kernel/fail.ts';
import {
  ArchiveDatasetFeedbackDocument,
  ListDatasetFeedbacksDocument,
  RetrieveDatasetFeedbackDocument,
} from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { boolean, pageVariables } from '../wire-values.ts';

/** The dataset for one who may edit it, as reading its feedback needs; fails PERMISSION_DENIED for others who see it. */
const editable = <Found extends { readonly mayEdit: boolean }>(
  dataset: Found | null | undefined,
): Found | null | undefined =>
  dataset?.mayEdit === false ? fail('PERMISSION_DENIED', { permission: 'edit_dataset' }) : dataset;

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/feedbacks/{feedback_uid}/',
  operation: RetrieveDatasetFeedbackDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], feedback_uid: path['feedback_uid'] }),
  respond: one(
    ({ dataset }) => editable(dataset)?.feedback,
    ({ dataset }) => dataset?.revision,
  ),
});

/** What users say about the records of a dataset (docs/contract/rest.md 2, Feedbacks). */
export const feedbackRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/feedbacks/',
    operation: ListDatasetFeedbacksDocument,
    needs: 'mayEdit',
    variables: (input) => {
      const { record_id, is_archived = 'false', sort = '-created_at' } = input.query;
      return {
        dataset_uid: input.path['dataset_uid'],
        ...pageVariables(input),
        record_id,
        is_archived: boolean(is_archived),
        sort,
      };
    },
    respond: page(({ dataset }) => editable(dataset)?.feedbacks, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  retrieve,
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/feedbacks/{feedback_uid}/archive/',
    operation: ArchiveDatasetFeedbackDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['feedback_uid'], expectedRevision },
    }),
    respond: one(
      ({ archiveFeedback }) => archiveFeedback.feedback,
      ({ archiveFeedback }) => archiveFeedback.dataset?.revision,
    ),
  }),
];
