import { transitions } from '../../kernel/transitions.ts';

/** Where a dataset's publication stands and how it moves (objects.md, Dataset, Transitions). */
export const datasetStatus = transitions(
  {
    idle: { order: 'queued' },
    error: { order: 'queued' },
    limit_reached: { order: 'queued' },
    queued: { process: 'processing', remove: 'deleting', save: 'saving_version' },
    processing: { done: 'idle', fail: 'error', full: 'limit_reached', abort: 'aborting_processing' },
    aborting_processing: { done: 'idle', fail: 'error', full: 'limit_reached' },
    deleting: { done: 'idle', fail: 'error', process: 'processing' },
    saving_version: { done: 'idle', fail: 'error' },
  },
  'INVALID_DATASET_STATUS',
);

/** The eight states. */
export type DatasetStatus = (typeof datasetStatus.states)[number];

/** What can happen to a dataset's publication. */
export type StatusEvent = Parameters<typeof datasetStatus.next>[1];
