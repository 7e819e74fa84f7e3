import {
  AppendProcessorDocument,
  DeleteProcessorDocument,
  ListProcessorTypesDocument,
  ListProcessorsDocument,
  RetrieveProcessorDocument,
  UpdateProcessorDocument,
} from '#rest/generated/operations.ts';
import {
  expectedRevision,
  fromBody,
  fromPath,
  fromReplacingBody,
  pageVariables,
  restOfBody,
} from '#rest/request/request-value.ts';
import { createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** All other properties of a request body are parameters. A response has its parameters next to `type` and `label`, too. */
const params = restOfBody('uid', 'type', 'label');

const retrieveProcessor = route(RetrieveProcessorDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), processor_uid: fromPath('processor_uid') },
  respond: object('dataset.processor', { etag: 'dataset.revision' }),
});

/** The stack of processors of a dataset, and what the domain offers for it (docs/contract/rest.md 2). */
export const processorRoutes = [
  route(ListProcessorsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/processors/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.processors', {
      etag: 'dataset.revision',
    }),
  }),
  route(AppendProcessorDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/processors/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        type: fromBody('type'),
        label: fromBody('label'),
        params,
        expectedRevision,
      },
    },
    respond: createdObject('appendProcessor.processor', {
      etag: 'appendProcessor.dataset.revision',
    }),
  }),
  retrieveProcessor,
  route(UpdateProcessorDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveProcessor },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        uid: fromPath('processor_uid'),
        type: fromReplacingBody('type'),
        label: fromReplacingBody('label'),
        params,
        expectedRevision,
      },
    },
    respond: object('updateProcessor.processor', { etag: 'updateProcessor.dataset.revision' }),
  }),
  route(DeleteProcessorDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveProcessor },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('processor_uid'), expectedRevision },
    },
    respond: noContent('deleteProcessor.dataset.revision'),
  }),
  route(ListProcessorTypesDocument, {
    method: 'GET',
    path: '/processors/',
    variables: {},
    respond: list('processorTypes'),
  }),
];
