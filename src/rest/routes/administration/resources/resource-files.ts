import {
  DownloadResourceFileDocument,
  RetrieveResourceFileDocument,
  UploadResourceFileDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fileInBody, fromPath } from '#rest/request/request-value.ts';
import { named } from '#rest/responders/body-mapping.ts';
import { file } from '#rest/responders/file.ts';
import { createdObject, object } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** A datasource selects the uid of its file alone. */
const uploadedFile = named('UploadedFile');

/** The files that the resources of a dataset read (docs/contract/rest.md 2, Files). */
export const resourceFileRoutes = [
  route(UploadResourceFileDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/files/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), file: fileInBody, expectedRevision },
    },
    respond: createdObject('uploadResourceFile.file', {
      etag: 'uploadResourceFile.dataset.revision',
      body: uploadedFile,
    }),
  }),
  route(RetrieveResourceFileDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/',
    variables: { dataset_uid: fromPath('dataset_uid'), file_uid: fromPath('file_uid') },
    respond: object('dataset.resourceFile', { etag: 'dataset.revision', body: uploadedFile }),
  }),
  route(DownloadResourceFileDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/download/',
    variables: { dataset_uid: fromPath('dataset_uid'), file_uid: fromPath('file_uid') },
    respond: file('dataset.resourceFile'),
  }),
];
