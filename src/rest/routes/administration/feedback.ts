import { fail } from '#kernel/fail.ts';
import {
  ArchiveFeedbackDocument,
  ListDatasetFeedbacksDocument,
  RetrieveDatasetFeedbackDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fromPath, fromQuery, pageVariables, parseBoolean } from '#rest/request/request-value.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** Fails PERMISSION_DENIED for a caller who sees the dataset but may not edit it, which reading its feedback requires. */
function checkEditable({ dataset }: { readonly dataset: { readonly canEdit: boolean } | null }): void {
  if (dataset?.canEdit === false) fail('PERMISSION_DENIED', { permission: 'edit_dataset' });
}

const retrieveFeedback = route(RetrieveDatasetFeedbackDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/feedbacks/{feedback_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), feedback_uid: fromPath('feedback_uid') },
  respond: object('dataset.feedbackItem', { etag: 'dataset.revision', check: checkEditable }),
});

/** The feedback of users on the records of a dataset (docs/contract/rest.md 2, Feedbacks). */
export const feedbackRoutes = [
  route(ListDatasetFeedbacksDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/feedbacks/',
    needs: { rights: ['canEdit'] },
    variables: {
      dataset_uid: fromPath('dataset_uid'),
      ...pageVariables,
      record_id: fromQuery('record_id'),
      is_archived: fromQuery('is_archived', { parse: parseBoolean, default: false }),
      sort: fromQuery('sort', { default: '-created_at' }),
    },
    respond: page('dataset.feedback', { etag: 'dataset.revision', check: checkEditable }),
  }),
  retrieveFeedback,
  route(ArchiveFeedbackDocument, {
    operationId: 'ArchiveDatasetFeedback',
    method: 'POST',
    path: '/datasets/{dataset_uid}/feedbacks/{feedback_uid}/archive/',
    needs: { rights: ['canEdit'], target: retrieveFeedback },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('feedback_uid'), expectedRevision },
    },
    respond: object('archiveFeedback.feedback', { etag: 'archiveFeedback.dataset.revision' }),
  }),
];
