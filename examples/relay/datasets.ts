import { createOperationDescriptor, fetchQuery, getRequest, type Disposable, type Environment } from 'relay-runtime';
import { commit } from './commit.ts';
import changeTitleMutation, {
  type datasetsChangeTitleMutation,
} from './generated/datasetsChangeTitleMutation.graphql.ts';
import createMutation, { type datasetsCreateMutation } from './generated/datasetsCreateMutation.graphql.ts';
import deleteMutation, { type datasetsDeleteMutation } from './generated/datasetsDeleteMutation.graphql.ts';
import datasetsQuery, { type datasetsQuery$data } from './generated/datasetsQuery.graphql.ts';

/**
 * The datasets that the caller may edit or publish. `show` is called at once with what the store has, and again when the store changes. React
 * components use `usePaginationFragment` instead.
 */
export function watchDatasets(
  environment: Environment,
  first: number,
  show: (list: datasetsQuery$data) => void,
): Disposable {
  const operation = createOperationDescriptor(getRequest(datasetsQuery), { first });
  const snapshot = environment.lookup(operation.fragment);
  // The data of the query is of the type that the compiler generated from it.
  const subscription = environment.subscribe(snapshot, ({ data }) => {
    show(data as datasetsQuery$data);
  });
  // The store keeps what the query shows until the view is closed.
  const retained = environment.retain(operation);
  return {
    dispose: () => {
      subscription.dispose();
      retained.dispose();
    },
  };
}

/** Reads a page, which the connection of the store appends to the pages before it: the first page, or the one after a cursor. */
export const loadPage = (environment: Environment, first: number, after: string | null = null) =>
  fetchQuery(environment, datasetsQuery, { first, after }).toPromise();

/**
 * Changes a title. The mutation returns what it changed with each `id`, so every view of the dataset shows it. It fails with
 * REVISION_MISMATCH where the dataset no longer has the revision that the caller saw.
 */
export const changeTitle = (environment: Environment, variables: datasetsChangeTitleMutation['variables']) =>
  commit<datasetsChangeTitleMutation>(environment, { mutation: changeTitleMutation, variables });

/** Creates a dataset, and appends its edge to a connection of the store (`__id`), because the list is in the order of creation. */
export const createDataset = (environment: Environment, title: string, connection: string) =>
  commit<datasetsCreateMutation>(environment, {
    mutation: createMutation,
    variables: { title, connections: [connection] },
  });

/** Deletes a dataset, and removes its edge from a connection of the store. */
export const deleteDataset = (environment: Environment, uid: string, connection: string) =>
  commit<datasetsDeleteMutation>(environment, {
    mutation: deleteMutation,
    variables: { uid, connections: [connection] },
  });
