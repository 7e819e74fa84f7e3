import {
  CopyDatasetDocument,
  CreateDatasetDocument,
  DeleteDatasetDocument,
  ListDatasetsDocument,
  RetrieveDatasetDocument,
  UpdateDatasetDocument,
} from '../generated/operations.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/',
  operation: RetrieveDatasetDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'] }),
  respond: one(({ dataset }) => dataset),
});

/** Datasets themselves (docs/contract/rest.md 2). */
export const datasetRoutes = [
  route({
    method: 'GET',
    path: '/datasets/',
    operation: ListDatasetsDocument,
    variables: (input) => ({ ...pageVariables(input), dataset_id: input.query['dataset_id'] }),
    respond: page(({ datasets }) => datasets),
  }),
  route({
    method: 'POST',
    path: '/datasets/',
    operation: CreateDatasetDocument,
    needs: 'create_dataset',
    variables: ({ body }) => ({
      input: {
        datasetId: body['dataset_id'],
        isRestricted: body['is_restricted'],
        metadata: body['metadata'],
        defaultSecurity: body['default_security'],
      },
    }),
    respond: created(({ createDataset }) => createDataset.dataset),
  }),
  retrieve,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/',
    operation: UpdateDatasetDocument,
    needs: 'mayEdit',
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        uid: path['dataset_uid'],
        datasetId: body['dataset_id'],
        isRestricted: body['is_restricted'],
        defaultSecurity: body['default_security'],
        expectedRevision,
      },
    }),
    respond: one(({ updateDataset }) => updateDataset.dataset),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/',
    operation: DeleteDatasetDocument,
    needs: 'mayEdit',
    variables: ({ path, expectedRevision }) => ({ input: { uid: path['dataset_uid'], expectedRevision } }),
    respond: empty(),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/copy/',
    operation: CopyDatasetDocument,
    needs: ['mayEdit', 'create_dataset'],
    variables: ({ path, expectedRevision }) => ({ input: { uid: path['dataset_uid'], expectedRevision } }),
    respond: created(({ copyDataset }) => copyDataset.dataset),
  }),
];
