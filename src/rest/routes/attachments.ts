import {
  CreateDatasetAttachmentDocument,
  DeleteDatasetAttachmentDocument,
  DownloadDatasetAttachmentDocument,
  ListDatasetAttachmentsDocument,
  RetrieveDatasetAttachmentDocument,
} from '../generated/operations.ts';
import { file } from '../responders/file.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

const named = ({ path }: RestInput) => ({ dataset_uid: path['dataset_uid'], attachment_uid: path['attachment_uid'] });

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/',
  operation: RetrieveDatasetAttachmentDocument,
  variables: named,
  respond: one(
    ({ dataset }) => dataset?.attachment,
    ({ dataset }) => dataset?.revision,
  ),
});

/** The files exposed alongside a dataset (docs/contract/rest.md 2, Attachments). */
export const attachmentRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/',
    operation: ListDatasetAttachmentsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.attachments, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/attachments/',
    operation: CreateDatasetAttachmentDocument,
    needs: 'mayEdit',
    upload: 'file',
    variables: (input) => ({
      input: { datasetUid: input.path['dataset_uid'], file: input.file, expectedRevision: input.expectedRevision },
    }),
    respond: created(
      ({ createAttachment }) => createAttachment.attachment,
      ({ createAttachment }) => createAttachment.dataset?.revision,
    ),
  }),
  retrieve,
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/',
    operation: DeleteDatasetAttachmentDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['attachment_uid'], expectedRevision },
    }),
    respond: empty(({ deleteAttachment }) => deleteAttachment.dataset?.revision),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/download/',
    operation: DownloadDatasetAttachmentDocument,
    variables: named,
    respond: file(({ dataset }) => dataset?.attachment),
  }),
];
