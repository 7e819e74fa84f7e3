import {
  DeleteDatasetMetadataFieldDocument,
  ListDatasetMetadataDocument,
  ReplaceDatasetMetadataDocument,
  ReplaceDatasetMetadataTemplateDocument,
  RetrieveDatasetMetadataFieldDocument,
  RetrieveDatasetMetadataTemplateDocument,
  UpdateDatasetMetadataFieldDocument,
  type MetadataFieldBodyFragment,
} from '#rest/generated/operations.ts';
import { expectedRevision, fromBody, fromPath, wholeBody } from '#rest/request/request-value.ts';
import { type BodyMapping, withProperties } from '#rest/responders/body-mapping.ts';
import { noContent, object } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/**
 * Only a field of a linked dataset has a remote value, which may be null, and the flag that overrides the remote value
 * (docs/contract/objects.md, Metadata value).
 */
const fieldBody: BodyMapping<MetadataFieldBodyFragment> = {
  value: (body) => (body.override_remote_value === null ? { value: body.value } : body),
  shape: (shape) =>
    withProperties(shape, (properties) =>
      [...properties].map(([name, property]) => [name, { ...property, isOptional: name !== 'value' }]),
    ),
};

const retrieveTemplate = route(RetrieveDatasetMetadataTemplateDocument, {
  operationId: 'ListTemplateDatasetMetadata',
  method: 'GET',
  path: '/datasets/{dataset_uid}/metadata/{template_name}/',
  variables: { dataset_uid: fromPath('dataset_uid'), template_name: fromPath('template_name') },
  respond: object('dataset.metadataTemplate', { etag: 'dataset.revision' }),
});

const retrieveField = route(RetrieveDatasetMetadataFieldDocument, {
  operationId: 'RetrieveMetadata',
  method: 'GET',
  path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
  variables: {
    dataset_uid: fromPath('dataset_uid'),
    template_name: fromPath('template_name'),
    template_field_name: fromPath('template_field_name'),
  },
  respond: object('dataset.metadataField', { etag: 'dataset.revision', body: fieldBody }),
});

/** The metadata of a dataset: all of it, one template, or one field (docs/contract/rest.md 2). */
export const metadataRoutes = [
  route(ListDatasetMetadataDocument, {
    operationId: 'ListAllDatasetMetadata',
    method: 'GET',
    path: '/datasets/{dataset_uid}/metadata/',
    variables: { dataset_uid: fromPath('dataset_uid') },
    respond: object('dataset.metadata', { etag: 'dataset.revision' }),
  }),
  route(ReplaceDatasetMetadataDocument, {
    operationId: 'UpdateAllDatasetMetadata',
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/',
    needs: { rights: ['canEdit'] },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), metadata: wholeBody, expectedRevision },
    },
    respond: object('replaceDatasetMetadata.dataset.metadata', { etag: 'replaceDatasetMetadata.dataset.revision' }),
  }),
  retrieveTemplate,
  route(ReplaceDatasetMetadataTemplateDocument, {
    operationId: 'UpdateTemplateDatasetMetadata',
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/',
    needs: { rights: ['canEdit'], target: retrieveTemplate },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        template: fromPath('template_name'),
        fields: wholeBody,
        expectedRevision,
      },
      template_name: fromPath('template_name'),
    },
    respond: object('replaceDatasetMetadataTemplate.dataset.metadataTemplate', {
      etag: 'replaceDatasetMetadataTemplate.dataset.revision',
    }),
  }),
  retrieveField,
  route(UpdateDatasetMetadataFieldDocument, {
    operationId: 'UpdateMetadata',
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
    needs: { rights: ['canEdit'], target: retrieveTemplate },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        template: fromPath('template_name'),
        field: fromPath('template_field_name'),
        value: fromBody('value'),
        isRemoteValueOverridden: fromBody('override_remote_value'),
        expectedRevision,
      },
      template_name: fromPath('template_name'),
      template_field_name: fromPath('template_field_name'),
    },
    respond: object('updateDatasetMetadataField.dataset.metadataField', {
      etag: 'updateDatasetMetadataField.dataset.revision',
      body: fieldBody,
    }),
  }),
  route(DeleteDatasetMetadataFieldDocument, {
    operationId: 'DeleteMetadata',
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
    needs: { rights: ['canEdit'], target: retrieveField },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        template: fromPath('template_name'),
        field: fromPath('template_field_name'),
        expectedRevision,
      },
    },
    respond: noContent('deleteDatasetMetadataField.dataset.revision'),
  }),
];
