import { DownloadCatalogAttachmentDocument } from './generated/operations.ts';
import { file } from './responders/file.ts';
import { route, type Route } from './route.ts';
import { submissionTableRoute } from './routes/submission-table.ts';

/** What no graph can carry, below `/catalog`: for those who see it in the graph, without a key too. */
export const catalogRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/attachments/{attachment_uid}/download/',
    operation: DownloadCatalogAttachmentDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], attachment_uid: path['attachment_uid'] }),
    respond: file(({ catalogDataset }) => catalogDataset?.attachment),
  }),
  submissionTableRoute,
];
