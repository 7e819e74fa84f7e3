import { ListVersionsDocument, RetrieveVersionDocument } from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import { row } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

/** The last versions of a dataset (rest.md 2). */
export const versionRoutes = [
  row({
    method: 'GET', path: '/datasets/{dataset_uid}/versions/', operation: ListVersionsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.versions, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  row({
    method: 'GET', path: '/datasets/{dataset_uid}/versions/{version_uid}/', operation: RetrieveVersionDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], version_uid: path['version_uid'] }),
    respond: one(({ dataset }) => dataset?.version, ({ dataset }) => dataset?.revision),
  }),
];
