import type { JsonObject } from '../../kernel/json.ts';
import {
  AppendFieldConfigurationDocument,
  DeleteFieldConfigurationDocument,
  ListFieldConfigurationsDocument,
  RetrieveFieldConfigurationDocument,
  UpdateFieldConfigurationDocument,
  type FieldConfigurationBodyFragment,
} from '../generated/operations.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables, wireName } from '../wire-values.ts';

const kinds = ['rename', 'type', 'annotate', 'description', 'order', 'delete'];

/** The flat body as the graph takes it: below its kind. */
function configurationOf(body: JsonObject): object {
  const { type } = body;
  return typeof type === 'string' && kinds.includes(type) ? { [type]: body } : {};
}

/** A configuration as the wire has it: the names of an order stand under both of their names. */
const configurationBody = (configuration: FieldConfigurationBodyFragment | null | undefined) =>
  configuration && 'order' in configuration && configuration.type === 'order'
    ? { ...configuration, args: configuration.order }
    : configuration;

/** A field of the graph's input as the flat body names it. */
const fieldName = (field: string): string =>
  field === 'configuration' ? 'type' : wireName(field.replace(/^configuration\.\w+\./, ''));

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/fields/{field_uid}/',
  operation: RetrieveFieldConfigurationDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], field_uid: path['field_uid'] }),
  respond: one(
    ({ dataset }) => configurationBody(dataset?.fieldConfiguration),
    ({ dataset }) => dataset?.revision,
  ),
});

/** The stack of field configurations of a dataset (docs/contract/rest.md 2). */
export const fieldRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/fields/',
    operation: ListFieldConfigurationsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.fieldConfigurations, {
      revisionOf: ({ dataset }) => dataset?.revision,
      node: (configuration) => configurationBody(configuration),
    }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/fields/',
    operation: AppendFieldConfigurationDocument,
    needs: 'mayEdit',
    fieldName,
    kinds,
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        label: body['label'],
        configuration: configurationOf(body),
        expectedRevision,
      },
    }),
    respond: created(
      ({ appendFieldConfiguration }) => configurationBody(appendFieldConfiguration.fieldConfiguration),
      ({ appendFieldConfiguration }) => appendFieldConfiguration.dataset?.revision,
    ),
  }),
  retrieve,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/fields/{field_uid}/',
    operation: UpdateFieldConfigurationDocument,
    needs: 'mayEdit',
    part: retrieve,
    fieldName,
    kinds,
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        uid: path['field_uid'],
        label: body['label'] ?? null,
        configuration: configurationOf(body),
        expectedRevision,
      },
    }),
    respond: one(
      ({ updateFieldConfiguration }) => configurationBody(updateFieldConfiguration.fieldConfiguration),
      ({ updateFieldConfiguration }) => updateFieldConfiguration.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/fields/{field_uid}/',
    operation: DeleteFieldConfigurationDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['field_uid'], expectedRevision },
    }),
    respond: empty(({ deleteFieldConfiguration }) => deleteFieldConfiguration.dataset?.revision),
  }),
];
