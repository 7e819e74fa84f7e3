import {
  AbortDatasetPublishingDocument,
  PublishDatasetDocument,
  PublishDatasetMetadataDocument,
  RetrieveDatasetStatusDocument,
  UnpublishDatasetDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fromPath, fromQuery, parseBoolean } from '#rest/request/request-value.ts';
import { acknowledgement, object } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const actionVariables = { input: { uid: fromPath('dataset_uid'), expectedRevision } };

/** Publishes and unpublishes a dataset, and reads its status (docs/contract/rest.md 2; 4, Publishing). */
export const publicationRoutes = [
  route(PublishDatasetDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/publish/',
    needs: { rights: ['canPublish'] },
    variables: {
      input: {
        uid: fromPath('dataset_uid'),
        expectedRevision,
        isEmptyAccepted: fromQuery('accept_empty', { parse: parseBoolean }),
        isResultAccepted: fromQuery('accept_result', { parse: parseBoolean }),
      },
    },
    respond: acknowledgement('publishDataset.dataset.revision'),
  }),
  route(PublishDatasetMetadataDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/publish_metadata/',
    needs: { rights: ['canPublish'] },
    variables: actionVariables,
    respond: acknowledgement('publishDatasetMetadata.dataset.revision'),
  }),
  route(AbortDatasetPublishingDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/abort/',
    needs: { rights: ['canPublish'] },
    variables: actionVariables,
    respond: acknowledgement('abortDatasetPublishing.dataset.revision'),
  }),
  route(UnpublishDatasetDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/unpublish/',
    needs: { rights: ['canPublish'] },
    variables: actionVariables,
    respond: acknowledgement('unpublishDataset.dataset.revision'),
  }),
  route(RetrieveDatasetStatusDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/status/',
    variables: { dataset_uid: fromPath('dataset_uid') },
    respond: object('dataset.status', { etag: 'dataset.revision' }),
  }),
];
