import {
  AbortDatasetPublishingDocument,
  PublishDatasetDocument,
  PublishDatasetMetadataDocument,
  RetrieveDatasetStatusDocument,
  UnpublishDatasetDocument,
} from '../generated/operations.ts';
import { detail, one } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { boolean } from '../wire-values.ts';

const action = ({ path, expectedRevision }: RestInput) => ({ input: { uid: path['dataset_uid'], expectedRevision } });

/** Publishing a dataset, and where that stands (docs/contract/rest.md 2; 4, Publishing). */
export const publicationRoutes = [
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/publish/',
    operation: PublishDatasetDocument,
    needs: 'mayPublish',
    variables: ({ path, query, expectedRevision }) => ({
      input: { uid: path['dataset_uid'], expectedRevision, acceptEmpty: boolean(query['accept_empty']) },
    }),
    respond: detail(({ publishDataset }) => publishDataset.dataset?.revision),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/publish_metadata/',
    operation: PublishDatasetMetadataDocument,
    needs: 'mayPublish',
    variables: action,
    respond: detail(({ publishDatasetMetadata }) => publishDatasetMetadata.dataset?.revision),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/abort/',
    operation: AbortDatasetPublishingDocument,
    needs: 'mayPublish',
    variables: action,
    respond: detail(({ abortDatasetPublishing }) => abortDatasetPublishing.dataset?.revision),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/unpublish/',
    operation: UnpublishDatasetDocument,
    needs: 'mayPublish',
    variables: action,
    respond: detail(({ unpublishDataset }) => unpublishDataset.dataset?.revision),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/status/',
    operation: RetrieveDatasetStatusDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'] }),
    respond: one(
      ({ dataset }) => dataset?.status,
      ({ dataset }) => dataset?.revision,
    ),
  }),
];
