import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { AdminMessageName } from '../admin-texts.ts';
import type { Step } from '../copy-as-code.tsx';
import {
  AdminDeleteDatasetDocument,
  AdminPublishDatasetDocument,
  AdminUnpublishDatasetDocument,
  type DatasetRowFragment,
} from '../generated/operations.ts';

/** What can be done to several datasets at once. */
export type ActionName = 'publish' | 'unpublish' | 'delete';

interface Action {
  readonly document: TypedDocumentNode<unknown, { readonly uid: string }>;
  /** Whether the caller may do it, and it changes something. */
  readonly applies: (dataset: DatasetRowFragment) => boolean;
  readonly label: AdminMessageName;
  /** What it will change. */
  readonly effect: AdminMessageName;
  readonly method: 'POST' | 'DELETE';
  /** What follows the address of the dataset in REST. */
  readonly restPath: string;
}

/** What can be done to datasets, by name. */
export const actions: Readonly<Record<ActionName, Action>> = {
  publish: {
    document: AdminPublishDatasetDocument,
    applies: ({ canPublish }) => canPublish,
    label: 'publish',
    effect: 'publishEffect',
    method: 'POST',
    restPath: 'publish/',
  },
  unpublish: {
    document: AdminUnpublishDatasetDocument,
    applies: ({ canPublish, isPublished }) => canPublish && isPublished,
    label: 'unpublish',
    effect: 'unpublishEffect',
    method: 'POST',
    restPath: 'unpublish/',
  },
  delete: {
    document: AdminDeleteDatasetDocument,
    applies: ({ canEdit }) => canEdit,
    label: 'delete',
    effect: 'deleteEffect',
    method: 'DELETE',
    restPath: '',
  },
};

/** The names of the actions, in their order. */
export const actionNames: readonly ActionName[] = ['publish', 'unpublish', 'delete'];

/** The mutation of an action, and its call of REST. */
export const stepOf = (name: ActionName, { uid }: Pick<DatasetRowFragment, 'uid'>): Step => {
  const { document, method, restPath } = actions[name];
  return { document, variables: { uid }, rest: { method, path: `/datasets/${uid}/${restPath}` } };
};

/** The title of a dataset; its identifier where it has none. */
export const titleOf = ({ title, datasetId }: Pick<DatasetRowFragment, 'title' | 'datasetId'>): string =>
  title !== null && title !== '' ? title : datasetId;

/** Whether a publication goes on. */
export const isPending = ({ status }: Pick<DatasetRowFragment, 'status'>): boolean =>
  status !== null && !['idle', 'error', 'limit_reached'].includes(status.status);
