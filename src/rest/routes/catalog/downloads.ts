import { DownloadCatalogDatasetAttachmentDocument, DownloadPublishedFileDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { file } from '#rest/responders/file.ts';
import { route, type Route } from '#rest/route.ts';
import { pageRoutesOfCatalog } from './pages.ts';
import { submissionTableRoute } from './submission-table.ts';

/** Downloads and machine-readable pages below `/catalog`, for callers who see the file in the graph. */
export const catalogRoutes: readonly Route[] = [
  route(DownloadCatalogDatasetAttachmentDocument, {
    operationId: 'DownloadCatalogAttachment',
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/download/',
    isPublic: true,
    variables: { dataset_uid: fromPath('dataset_uid'), attachment_uid: fromPath('attachment_uid') },
    respond: file('catalogDataset.attachment'),
  }),
  route(DownloadPublishedFileDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/published_files/{file_uid}/download/',
    variables: { dataset_uid: fromPath('dataset_uid'), file_uid: fromPath('file_uid') },
    respond: file('dataset.published.publishedFile'),
  }),
  submissionTableRoute,
  ...pageRoutesOfCatalog,
];
