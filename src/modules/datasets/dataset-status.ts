import { createStateMachine } from '#kernel/state-machine.ts';

/** The states of a dataset's publication and their transitions (docs/contract/objects.md, Dataset, Transitions). */
export const datasetStatus = createStateMachine(
  {
    idle: { enqueue: 'queued' },
    error: { enqueue: 'queued' },
    limit_reached: { enqueue: 'queued' },
    queued: {
      process: 'processing',
      remove: 'deleting',
      save: 'saving_version',
      fail: 'error',
      abort: 'aborting_processing',
    },
    processing: { done: 'idle', fail: 'error', full: 'limit_reached', abort: 'aborting_processing' },
    aborting_processing: { done: 'idle', fail: 'error', full: 'limit_reached' },
    deleting: { done: 'idle', fail: 'error', process: 'processing' },
    saving_version: { done: 'idle', fail: 'error' },
  },
  'INVALID_DATASET_STATUS',
);

/** A state of a dataset's publication. */
export type DatasetStatus = (typeof datasetStatus.states)[number];

/** An event that changes the state. */
export type StatusEvent = Parameters<typeof datasetStatus.next>[1];
