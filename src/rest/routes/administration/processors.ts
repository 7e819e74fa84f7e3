import {
  AppendProcessorDocument,
  DeleteProcessorDocument,
  ListProcessorTypesDocument,
  ListProcessorsDocument,
  RetrieveProcessorDocument,
  UpdateProcessorDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromPath, fromReplacingBody, restOfBody } from '#rest/request/request-value.ts';
import { createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('processor_uid');
const part = partOfDataset('processors', { variables: { processor_uid: uid }, input: { uid } });

/** All other properties of a request body are parameters. A response has its parameters next to `type` and `label`, too. */
const params = restOfBody('uid', 'type', 'label');

const retrieve = route(RetrieveProcessorDocument, { ...part.retrieve(), respond: object('dataset.processor', tagged) });

/** The stack of processors of a dataset, and what the domain offers for it (docs/contract/rest.md 2). */
export const processorRoutes = [
  route(ListProcessorsDocument, { ...part.list, respond: page('dataset.processors', tagged) }),
  route(AppendProcessorDocument, {
    ...part.create,
    variables: { input: { ...part.added, type: fromBody('type'), label: fromBody('label'), params } },
    respond: createdObject('appendProcessor.processor', tagged),
  }),
  retrieve,
  route(UpdateProcessorDocument, {
    ...part.change('PUT', retrieve),
    variables: {
      input: { ...part.changed, type: fromReplacingBody('type'), label: fromReplacingBody('label'), params },
    },
    respond: object('updateProcessor.processor', tagged),
  }),
  route(DeleteProcessorDocument, {
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteProcessor.dataset.revision'),
  }),
  route(ListProcessorTypesDocument, {
    method: 'GET',
    path: '/processors/',
    variables: {},
    respond: list('processorTypes'),
  }),
];
