import {
  CreateAttachmentDocument,
  DeleteAttachmentDocument,
  DownloadDatasetAttachmentDocument,
  ListDatasetAttachmentsDocument,
  RetrieveDatasetAttachmentDocument,
} from '#rest/generated/operations.ts';
import { fileInBody, fromPath } from '#rest/request/request-value.ts';
import { file } from '#rest/responders/file.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('attachment_uid');
const part = partOfDataset('attachments', { variables: { attachment_uid: uid }, input: { uid } });

const retrieve = route(RetrieveDatasetAttachmentDocument, {
  ...part.retrieve(),
  respond: object('dataset.attachment', tagged),
});

/** The files exposed alongside a dataset (docs/contract/rest.md 2, Attachments). */
export const attachmentRoutes = [
  route(ListDatasetAttachmentsDocument, { ...part.list, respond: page('dataset.attachments', tagged) }),
  route(CreateAttachmentDocument, {
    operationId: 'CreateDatasetAttachment',
    ...part.create,
    variables: { input: { ...part.added, file: fileInBody } },
    respond: createdObject('createAttachment.attachment', tagged),
  }),
  retrieve,
  route(DeleteAttachmentDocument, {
    operationId: 'DeleteDatasetAttachment',
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteAttachment.dataset.revision'),
  }),
  route(DownloadDatasetAttachmentDocument, { ...part.retrieve('download/'), respond: file('dataset.attachment') }),
];
