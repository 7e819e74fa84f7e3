import { graph, type Facts, type Operation } from './operation.ts';

const append = `mutation Append($input: AppendProcessorInput!) {
  appendProcessor(input: $input) { processor { uid type label params } }
}`;
const create = `mutation Create($input: CreateDatasetInput!) {
  createDataset(input: $input) { dataset { uid datasetId revision metadata } }
}`;

const targetAt = ({ targets }: Facts, at: number): string => targets[at % targets.length] ?? '';

/** Ordinary changes, each of which locks a dataset and records a version. */
export const changeOperations: readonly Operation[] = [
  {
    title: 'append a processor',
    kind: 'write',
    aims: { perSecond: 1_000 },
    calls: {
      gateway: (facts, at) =>
        graph(append, {
          input: {
            datasetUid: targetAt(facts, at),
            type: 'string_replace',
            label: 'appended by the bench',
            params: { field: 'name', old: 'old', new: `new ${String(at)}` },
          },
        }),
    },
    cleanUp: `delete from processor where label = 'appended by the bench'`,
  },
  {
    title: 'create a dataset',
    kind: 'write',
    aims: {},
    calls: {
      gateway: (_facts, at) =>
        graph(create, { input: { metadata: { default: { title: { value: `Created by the bench ${String(at)}` } } } } }),
    },
    cleanUp: `delete from dataset where metadata #>> '{default,title,value}' like 'Created by the bench %'`,
  },
];
