import {
  AppendFieldConfigurationDocument,
  DeleteFieldConfigurationDocument,
  ListFieldConfigurationsDocument,
  RetrieveFieldConfigurationDocument,
  UpdateFieldConfigurationDocument,
} from '#rest/generated/operations.ts';
import {
  bodyByType,
  expectedRevision,
  fromBody,
  fromPath,
  fromReplacingBody,
  pageVariables,
} from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The graph has an input field for each type of configuration; in a body the settings stand next to `type`. */
const configuration = bodyByType('rename', 'type', 'annotate', 'description', 'order', 'delete');

const retrieveFieldConfiguration = route(RetrieveFieldConfigurationDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/fields/{field_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), field_uid: fromPath('field_uid') },
  respond: object('dataset.fieldConfiguration', { etag: 'dataset.revision' }),
});

/** The stack of field configurations of a dataset (docs/contract/rest.md 2). */
export const fieldRoutes = [
  route(ListFieldConfigurationsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/fields/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.fieldConfigurations', {
      etag: 'dataset.revision',
    }),
  }),
  route(AppendFieldConfigurationDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/fields/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        label: fromBody('label'),
        configuration,
        expectedRevision,
      },
    },
    respond: createdObject('appendFieldConfiguration.fieldConfiguration', {
      etag: 'appendFieldConfiguration.dataset.revision',
    }),
  }),
  retrieveFieldConfiguration,
  route(UpdateFieldConfigurationDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/fields/{field_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveFieldConfiguration },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        uid: fromPath('field_uid'),
        label: fromReplacingBody('label'),
        configuration,
        expectedRevision,
      },
    },
    respond: object('updateFieldConfiguration.fieldConfiguration', {
      etag: 'updateFieldConfiguration.dataset.revision',
    }),
  }),
  route(DeleteFieldConfigurationDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/fields/{field_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveFieldConfiguration },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('field_uid'), expectedRevision },
    },
    respond: noContent('deleteFieldConfiguration.dataset.revision'),
  }),
];
