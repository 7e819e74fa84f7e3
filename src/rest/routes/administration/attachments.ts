import {
  CreateAttachmentDocument,
  DeleteAttachmentDocument,
  DownloadDatasetAttachmentDocument,
  ListDatasetAttachmentsDocument,
  RetrieveDatasetAttachmentDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fileInBody, fromPath, pageVariables } from '#rest/request/request-value.ts';
import { file } from '#rest/responders/file.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The variables that identify an attachment. */
const attachmentVariables = {
  dataset_uid: fromPath('dataset_uid'),
  attachment_uid: fromPath('attachment_uid'),
};

const retrieveAttachment = route(RetrieveDatasetAttachmentDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/',
  variables: attachmentVariables,
  respond: object('dataset.attachment', { etag: 'dataset.revision' }),
});

/** The files exposed alongside a dataset (docs/contract/rest.md 2, Attachments). */
export const attachmentRoutes = [
  route(ListDatasetAttachmentsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.attachments', { etag: 'dataset.revision' }),
  }),
  route(CreateAttachmentDocument, {
    operationId: 'CreateDatasetAttachment',
    method: 'POST',
    path: '/datasets/{dataset_uid}/attachments/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), file: fileInBody, expectedRevision },
    },
    respond: createdObject('createAttachment.attachment', { etag: 'createAttachment.dataset.revision' }),
  }),
  retrieveAttachment,
  route(DeleteAttachmentDocument, {
    operationId: 'DeleteDatasetAttachment',
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveAttachment },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('attachment_uid'), expectedRevision },
    },
    respond: noContent('deleteAttachment.dataset.revision'),
  }),
  route(DownloadDatasetAttachmentDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/download/',
    variables: attachmentVariables,
    respond: file('dataset.attachment'),
  }),
];
