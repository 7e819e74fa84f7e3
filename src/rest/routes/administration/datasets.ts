import {
  CopyDatasetDocument,
  CreateDatasetDocument,
  DeleteDatasetDocument,
  ListDatasetsDocument,
  RetrieveDatasetDocument,
  UpdateDatasetDocument,
} from '#rest/generated/operations.ts';
import {
  expectedRevision,
  fromBody,
  fromPath,
  fromQuery,
  fromRequiredBody,
  pageVariables,
} from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const retrieveDataset = route(RetrieveDatasetDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid') },
  respond: object('dataset', { etag: 'dataset.revision' }),
});

/** Reads and changes datasets (docs/contract/rest.md 2). */
export const datasetRoutes = [
  route(ListDatasetsDocument, {
    method: 'GET',
    path: '/datasets/',
    variables: { ...pageVariables, dataset_id: fromQuery('dataset_id') },
    respond: page('datasets'),
  }),
  route(CreateDatasetDocument, {
    method: 'POST',
    path: '/datasets/',
    needs: { rights: ['create_dataset'] },
    variables: {
      input: {
        datasetId: fromBody('dataset_id'),
        isRestricted: fromBody('is_restricted'),
        metadata: fromRequiredBody('metadata'),
        defaultSecurity: fromBody('default_security'),
      },
    },
    respond: createdObject('createDataset.dataset', { etag: 'createDataset.dataset.revision' }),
  }),
  retrieveDataset,
  route(UpdateDatasetDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/',
    needs: { rights: ['canEdit'] },
    variables: {
      input: {
        uid: fromPath('dataset_uid'),
        datasetId: fromBody('dataset_id'),
        isRestricted: fromBody('is_restricted'),
        defaultSecurity: fromBody('default_security'),
        expectedRevision,
      },
    },
    respond: object('updateDataset.dataset', { etag: 'updateDataset.dataset.revision' }),
  }),
  route(DeleteDatasetDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/',
    needs: { rights: ['canEdit'] },
    variables: { input: { uid: fromPath('dataset_uid'), expectedRevision } },
    respond: noContent(),
  }),
  route(CopyDatasetDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/copy/',
    needs: { rights: ['canEdit', 'create_dataset'] },
    variables: { input: { uid: fromPath('dataset_uid'), expectedRevision } },
    respond: createdObject('copyDataset.dataset', { etag: 'copyDataset.dataset.revision' }),
  }),
];
