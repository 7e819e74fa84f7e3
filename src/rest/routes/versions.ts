import { ListVersionsDocument, RestoreVersionDocument, RetrieveVersionDocument } from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/versions/{version_uid}/',
  operation: RetrieveVersionDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], version_uid: path['version_uid'] }),
  respond: one(
    ({ dataset }) => dataset?.version,
    ({ dataset }) => dataset?.revision,
  ),
});

/** The last versions of a dataset (docs/contract/rest.md 2). */
export const versionRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/versions/',
    operation: ListVersionsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.versions, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  retrieve,
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/versions/{version_uid}/restore/',
    operation: RestoreVersionDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['version_uid'], expectedRevision },
    }),
    respond: one(({ restoreVersion }) => restoreVersion.dataset),
  }),
];
