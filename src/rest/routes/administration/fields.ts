import {
  AppendFieldConfigurationDocument,
  DeleteFieldConfigurationDocument,
  ListFieldConfigurationsDocument,
  RetrieveFieldConfigurationDocument,
  UpdateFieldConfigurationDocument,
} from '#rest/generated/operations.ts';
import { bodyByType, fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('field_uid');
const part = partOfDataset('fields', { variables: { field_uid: uid }, input: { uid } });

/** The graph has an input field for each type of configuration; in a body the settings stand next to `type`. */
const configuration = bodyByType('rename', 'type', 'annotate', 'description', 'order', 'delete');

const retrieve = route(RetrieveFieldConfigurationDocument, {
  ...part.retrieve(),
  respond: object('dataset.fieldConfiguration', tagged),
});

/** The stack of field configurations of a dataset (docs/contract/rest.md 2). */
export const fieldRoutes = [
  route(ListFieldConfigurationsDocument, { ...part.list, respond: page('dataset.fieldConfigurations', tagged) }),
  route(AppendFieldConfigurationDocument, {
    ...part.create,
    variables: { input: { ...part.added, label: fromBody('label'), configuration } },
    respond: createdObject('appendFieldConfiguration.fieldConfiguration', tagged),
  }),
  retrieve,
  route(UpdateFieldConfigurationDocument, {
    ...part.change('PUT', retrieve),
    variables: { input: { ...part.changed, label: fromReplacingBody('label'), configuration } },
    respond: object('updateFieldConfiguration.fieldConfiguration', tagged),
  }),
  route(DeleteFieldConfigurationDocument, {
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteFieldConfiguration.dataset.revision'),
  }),
];
