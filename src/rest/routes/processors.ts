import {
  AppendProcessorDocument,
  DeleteProcessorDocument,
  ListProcessorTypesDocument,
  ListProcessorsDocument,
  RetrieveProcessorDocument,
  UpdateProcessorDocument,
} from '../generated/operations.ts';
import { array, created, empty, one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { kindBody, pageVariables, spread, without } from '../wire-values.ts';

const parametersOf = ({ body }: RestInput) => without(body, 'uid', 'type', 'label');

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
  operation: RetrieveProcessorDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], processor_uid: path['processor_uid'] }),
  respond: one(
    ({ dataset }) => spread(dataset?.processor, 'params'),
    ({ dataset }) => dataset?.revision,
  ),
});

/** The stack of processors of a dataset, and what the domain offers for it (docs/contract/rest.md 2). */
export const processorRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/processors/',
    operation: ListProcessorsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.processors, {
      revisionOf: ({ dataset }) => dataset?.revision,
      node: (processor) => spread(processor, 'params'),
    }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/processors/',
    operation: AppendProcessorDocument,
    needs: 'mayEdit',
    variables: (input) => ({
      input: {
        datasetUid: input.path['dataset_uid'],
        type: input.body['type'],
        label: input.body['label'],
        params: parametersOf(input),
        expectedRevision: input.expectedRevision,
      },
    }),
    respond: created(
      ({ appendProcessor }) => spread(appendProcessor.processor, 'params'),
      ({ appendProcessor }) => appendProcessor.dataset?.revision,
    ),
  }),
  retrieve,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
    operation: UpdateProcessorDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: (input) => ({
      input: {
        datasetUid: input.path['dataset_uid'],
        uid: input.path['processor_uid'],
        type: input.body['type'] ?? null,
        label: input.body['label'] ?? null,
        params: parametersOf(input),
        expectedRevision: input.expectedRevision,
      },
    }),
    respond: one(
      ({ updateProcessor }) => spread(updateProcessor.processor, 'params'),
      ({ updateProcessor }) => updateProcessor.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/processors/{processor_uid}/',
    operation: DeleteProcessorDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['processor_uid'], expectedRevision },
    }),
    respond: empty(({ deleteProcessor }) => deleteProcessor.dataset?.revision),
  }),
  route({
    method: 'GET',
    path: '/processors/',
    operation: ListProcessorTypesDocument,
    variables: () => ({}),
    respond: array(({ processorTypes }) => processorTypes?.map(kindBody)),
  }),
];
