import { ListVersionsDocument, RestoreVersionDocument, RetrieveVersionDocument } from '#rest/generated/operations.ts';
import { expectedRevision, fromPath, pageVariables } from '#rest/request/request-value.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const retrieveVersion = route(RetrieveVersionDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/versions/{version_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), version_uid: fromPath('version_uid') },
  respond: object('dataset.version', { etag: 'dataset.revision' }),
});

/** The last versions of a dataset (docs/contract/rest.md 2). */
export const versionRoutes = [
  route(ListVersionsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/versions/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.versions', { etag: 'dataset.revision' }),
  }),
  retrieveVersion,
  route(RestoreVersionDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/versions/{version_uid}/restore/',
    needs: { rights: ['mayEdit'], target: retrieveVersion },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('version_uid'), expectedRevision },
    },
    respond: object('restoreVersion.dataset', { etag: 'restoreVersion.dataset.revision' }),
  }),
];
