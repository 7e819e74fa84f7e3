import {
  DownloadResourceFileDocument,
  RetrieveResourceFileDocument,
  UploadResourceFileDocument,
} from '../generated/operations.ts';
import { file } from '../responders/file.ts';
import { created, one } from '../responders/responders.ts';
import { route } from '../route.ts';

/** The files that the resources of a dataset read (docs/contract/rest.md 2, Files). */
export const resourceFileRoutes = [
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/files/',
    operation: UploadResourceFileDocument,
    needs: 'mayEdit',
    upload: 'file',
    variables: (input) => ({
      input: { datasetUid: input.path['dataset_uid'], file: input.file, expectedRevision: input.expectedRevision },
    }),
    respond: created(
      ({ uploadResourceFile }) => uploadResourceFile.file,
      ({ uploadResourceFile }) => uploadResourceFile.dataset?.revision,
    ),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/',
    operation: RetrieveResourceFileDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], file_uid: path['file_uid'] }),
    respond: one(
      ({ dataset }) => dataset?.resourceFile,
      ({ dataset }) => dataset?.revision,
    ),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/download/',
    operation: DownloadResourceFileDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], file_uid: path['file_uid'] }),
    respond: file(({ dataset }) => dataset?.resourceFile),
  }),
];
