import type { Client, OperationResult } from '@urql/core';
import {
  ChangeTitleDocument,
  CreateDatasetDocument,
  DatasetsDocument,
  DeleteDatasetDocument,
  type ChangeTitleMutationVariables,
  type DatasetsQuery,
} from '../generated/datasets.ts';

/** The datasets that the caller may edit or publish. `show` is called again when the cache changes. */
export const watchDatasets = (client: Client, first: number, show: (list: OperationResult<DatasetsQuery>) => void) =>
  client.query(DatasetsDocument, { first }).subscribe(show);

/** Reads the next page, which the cache appends to the list. */
export async function loadMore(client: Client, first: number, shown: DatasetsQuery): Promise<void> {
  const { hasNextPage, endCursor } = shown.datasets?.pageInfo ?? {};
  if (hasNextPage) await client.query(DatasetsDocument, { first, after: endCursor }).toPromise();
}

/**
 * Changes a title. The mutation returns what it changed with each `id`, so every view of the dataset shows it. It fails with
 * REVISION_MISMATCH where the dataset no longer has the revision that the caller saw.
 */
export const changeTitle = (client: Client, variables: ChangeTitleMutationVariables) =>
  client.mutation(ChangeTitleDocument, variables).toPromise();

/** Creates a dataset. Only the service knows its place in the list, so the list is read again. */
export const createDataset = (client: Client, title: string) =>
  client.mutation(CreateDatasetDocument, { title }).toPromise();

/** Deletes a dataset; `updates` of the cache removes it. */
export const deleteDataset = (client: Client, uid: string) =>
  client.mutation(DeleteDatasetDocument, { uid }).toPromise();
