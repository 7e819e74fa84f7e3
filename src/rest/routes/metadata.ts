import {
  DeleteMetadataDocument,
  ListAllDatasetMetadataDocument,
  ListTemplateDatasetMetadataDocument,
  RetrieveMetadataDocument,
  UpdateAllDatasetMetadataDocument,
  UpdateMetadataDocument,
  UpdateTemplateDatasetMetadataDocument,
  type MetadataFieldBodyFragment,
} from '../generated/operations.ts';
import { empty, one } from '../responders/responders.ts';
import { route } from '../route.ts';

/** Only a field of a linked dataset has a remote value, if only null, and tells whether it is overridden (docs/contract/objects.md, Metadata value). */
const fieldBody = (field: MetadataFieldBodyFragment | null | undefined) =>
  field?.override_remote_value === null ? { value: field.value } : field;

const retrieveTemplate = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/metadata/{template_name}/',
  operation: ListTemplateDatasetMetadataDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], template_name: path['template_name'] }),
  respond: one(
    ({ dataset }) => dataset?.metadataTemplate,
    ({ dataset }) => dataset?.revision,
  ),
});

const retrieveField = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
  operation: RetrieveMetadataDocument,
  variables: ({ path }) => ({
    dataset_uid: path['dataset_uid'],
    template_name: path['template_name'],
    template_field_name: path['template_field_name'],
  }),
  respond: one(
    ({ dataset }) => fieldBody(dataset?.metadataField),
    ({ dataset }) => dataset?.revision,
  ),
});

/** The metadata of a dataset at its three grains (docs/contract/rest.md 2). */
export const metadataRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/metadata/',
    operation: ListAllDatasetMetadataDocument,
    variables: ({ path }) => ({ dataset_uid: path['dataset_uid'] }),
    respond: one(
      ({ dataset }) => dataset?.metadata,
      ({ dataset }) => dataset?.revision,
    ),
  }),
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/',
    operation: UpdateAllDatasetMetadataDocument,
    needs: 'mayEdit',
    wholeBody: 'metadata',
    variables: ({ path, body, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], metadata: body, expectedRevision },
    }),
    respond: one(
      ({ updateDatasetMetadata: { dataset } }) => dataset?.metadata,
      ({ updateDatasetMetadata: { dataset } }) => dataset?.revision,
    ),
  }),
  retrieveTemplate,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/',
    operation: UpdateTemplateDatasetMetadataDocument,
    needs: 'mayEdit',
    part: retrieveTemplate,
    wholeBody: 'fields',
    variables: ({ path, body, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], template: path['template_name'], fields: body, expectedRevision },
      template_name: path['template_name'],
    }),
    respond: one(
      ({ updateDatasetMetadataTemplate: { dataset } }) => dataset?.metadataTemplate,
      ({ updateDatasetMetadataTemplate: { dataset } }) => dataset?.revision,
    ),
  }),
  retrieveField,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
    operation: UpdateMetadataDocument,
    needs: 'mayEdit',
    part: retrieveTemplate,
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        template: path['template_name'],
        field: path['template_field_name'],
        value: body['value'],
        overrideRemoteValue: body['override_remote_value'],
        expectedRevision,
      },
      template_name: path['template_name'],
      template_field_name: path['template_field_name'],
    }),
    respond: one(
      ({ updateDatasetMetadataField: { dataset } }) => fieldBody(dataset?.metadataField),
      ({ updateDatasetMetadataField: { dataset } }) => dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/metadata/{template_name}/{template_field_name}/',
    operation: DeleteMetadataDocument,
    needs: 'mayEdit',
    part: retrieveField,
    variables: ({ path, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        template: path['template_name'],
        field: path['template_field_name'],
        expectedRevision,
      },
    }),
    respond: empty(({ deleteDatasetMetadataField }) => deleteDatasetMetadataField.dataset?.revision),
  }),
];
