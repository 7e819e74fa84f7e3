import type { ApolloClient, ObservableQuery } from '@apollo/client/core';
import {
  ChangeTitleDocument,
  CreateDatasetDocument,
  DatasetsDocument,
  DeleteDatasetDocument,
  type ChangeTitleMutationVariables,
  type DatasetsQuery,
  type DatasetsQueryVariables,
} from '../generated/datasets.ts';

/** The datasets that the caller may edit or publish. A subscriber gets the list again when the cache changes. */
export const watchDatasets = (client: ApolloClient, first: number) =>
  client.watchQuery({ query: DatasetsDocument, variables: { first } });

/** Reads the next page, which the cache appends to the list. */
export async function loadMore(list: ObservableQuery<DatasetsQuery, DatasetsQueryVariables>): Promise<void> {
  const result = list.getCurrentResult();
  const pageInfo = result.dataState === 'complete' ? result.data.datasets?.pageInfo : undefined;
  if (pageInfo?.hasNextPage) await list.fetchMore({ variables: { after: pageInfo.endCursor } });
}

/**
 * Changes a title. The mutation returns what it changed with each `id`, so every view of the dataset shows it. It fails with
 * REVISION_MISMATCH where the dataset no longer has the revision that the caller saw.
 */
export const changeTitle = (client: ApolloClient, variables: ChangeTitleMutationVariables) =>
  client.mutate({ mutation: ChangeTitleDocument, variables });

/** Creates a dataset. Only the service knows its place in the list, so the list is read again. */
export const createDataset = (client: ApolloClient, title: string) =>
  client.mutate({
    mutation: CreateDatasetDocument,
    variables: { title },
    refetchQueries: [DatasetsDocument],
    awaitRefetchQueries: true,
  });

/** Deletes a dataset, and removes it from the cache by the `id` that the mutation returns. */
export const deleteDataset = (client: ApolloClient, uid: string) =>
  client.mutate({
    mutation: DeleteDatasetDocument,
    variables: { uid },
    update: (cache, { data }) => {
      const dataset = data && cache.identify({ __typename: 'Dataset', id: data.deleteDataset.deletedId });
      if (dataset) cache.evict({ id: dataset });
      cache.gc();
    },
  });
